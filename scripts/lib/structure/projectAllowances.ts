import type { RepeatedFileNames, TestedExports } from './allowances.ts';

/** The file names that repeat, each with the reason. */
export const repeatedFileNames: RepeatedFileNames = [
  { name: 'main.ts', reason: 'Index-like: the entry of a bundle; the folder names the bundle.' },
  {
    folders: ['src/editor/panel/screens', 'webview/screens'],
    reason: 'The two halves of a screen: the state in the editor, and its elements in the webview.',
  },
];

const directlyTested = 'Its test is a table of cases that its callers cannot all cause, or that they hide.';
const constructedByTests = 'A test constructs it as a part of the service under test.';
const comparedLimit = 'A test compares with the limit.';
const comparedWithManifest = 'A test compares it with package.json.';

/** The exports that only tests import, each with the reason. */
export const testedExports: TestedExports = [
  { path: 'src/core/common/messageLimits.ts', names: ['hasTooManyJsonParts'], reason: directlyTested },
  { path: 'src/core/configuration/entrySecrets.ts', names: ['isSecretValue'], reason: directlyTested },
  { path: 'src/core/elicitation/elicitationParams.ts', names: ['FormCache'], reason: constructedByTests },
  { path: 'src/core/elicitation/exchangeFindings.ts', names: ['describeElicitation'], reason: directlyTested },
  { path: 'src/core/elicitation/openedPages.ts', names: ['CompletedPages'], reason: constructedByTests },
  { path: 'src/core/elicitation/previousAnswers.ts', names: ['AcceptedInCall'], reason: constructedByTests },
  { path: 'src/core/guard/runPattern.ts', names: ['retryIfStarved'], reason: directlyTested },
  { path: 'src/core/guard/sensitive/cardNumbers.ts', names: ['hasLuhnChecksum'], reason: directlyTested },
  { path: 'src/core/launch/startDecision.ts', names: ['maxPaths'], reason: comparedLimit },
  { path: 'src/core/remembered/rememberedField.ts', names: ['maxNamesLength'], reason: comparedLimit },
  { path: 'src/core/storedSecrets/storedSecrets.ts', names: ['deletionDelayMs', 'maxIndexed'], reason: comparedLimit },
  { path: 'src/core/transport/httpResponses.ts', names: ['readRetryAfter'], reason: directlyTested },
  { path: 'src/core/transport/toolParameterHeaders.ts', names: ['invalidHeaderReason'], reason: directlyTested },
  {
    path: 'src/editor/common/contributions.ts',
    names: ['itemWords', 'viewContainerId', 'viewOnlyCommands', 'walkthroughId'],
    reason: comparedWithManifest,
  },
  {
    path: 'src/editor/authorization/editorRedirects.ts',
    names: ['parseDecodedQuery'],
    reason: directlyTested,
  },
  { path: 'src/editor/history/exportRecord.ts', names: ['writeExport'], reason: directlyTested },
  { path: 'src/editor/history/requestTexts.ts', names: ['limitText'], reason: directlyTested },
  { path: 'src/editor/panel/screens/formRequestScreen.ts', names: ['requiresReview'], reason: directlyTested },
  { path: 'src/form/formLimits.ts', names: ['maxRememberedLength'], reason: comparedLimit },
  { path: 'webview/fields/valueNote.ts', names: ['sentAsText'], reason: directlyTested },
  { path: 'webview/history/entryList.ts', names: ['lineAfterKey'], reason: directlyTested },
];
