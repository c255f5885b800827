/** Something that the user should know about a URL before it is opened. */
export interface UrlFinding {
  readonly code: UrlFindingCode;
  /** `note`: information. `warning`: a reason to look again. `severe`: opening the URL takes a second, deliberate step. */
  readonly severity: 'note' | 'warning' | 'severe';
  /** One sentence for users who know nothing of URLs. */
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
