/** A property of a URL that the user should know before the URL is opened. */
export interface UrlFinding {
  readonly code: UrlFindingCode;
  /** `note`: information. `warning`: a reason for caution. `severe`: the user must confirm that the URL is opened. */
  readonly severity: 'note' | 'warning' | 'severe';
  /** One sentence, for users without knowledge of URLs. */
  readonly sentence: string;
}

export type UrlFindingCode =
  | 'internationalName'
  | 'mixedScripts'
  | 'strangeSigns'
  | 'lookAlike'
  | 'userInfo'
  | 'brandInSubdomain'
  | 'brandInDomain'
  | 'ipAddress'
  | 'notHttps'
  | 'ownComputer'
  | 'localName'
  | 'unusualPort'
  | 'hiddenCharacters'
  | 'encodedHost'
  | 'oddForm'
  | 'veryLong'
  | 'otherDomain'
  | 'firstTime';
