import type { RepeatedFileNames, TestOnlyExports } from './allowances.ts';

/** The file names that may repeat, each with the reason. */
export const repeatedFileNames: RepeatedFileNames = [
  { name: 'main.ts', reason: 'The entry point of a bundle, as index.ts would be. The folder names the bundle.' },
  { name: 'agents.ts', reason: 'Each is named by a command: npm run agents, and npm run bench agents.' },
  {
    folders: ['src/editor/panel/screens', 'webview/screens'],
    reason: 'The two halves of a screen: the state in the editor, and its elements in the webview.',
  },
];

const directlyTested = 'A test calls it: its callers cannot cause all cases, or do not show its result.';
const constructedByTests = 'A test constructs it without the service that it is a part of.';
const testedLimit = 'A test reaches the limit, or compares a result with it.';
const comparedWithManifest = 'A test compares it with package.json.';

/** The exports that only tests may import, each with the reason. */
export const testOnlyExports: TestOnlyExports = [
  { path: 'src/core/configuration/entrySecrets.ts', names: ['isSecretValue'], reason: directlyTested },
  { path: 'src/core/elicitation/elicitationParams.ts', names: ['FormCache'], reason: constructedByTests },
  { path: 'src/core/elicitation/exchangeFindings.ts', names: ['describeElicitation'], reason: directlyTested },
  { path: 'src/core/elicitation/openedPages.ts', names: ['CompletedPages'], reason: constructedByTests },
  { path: 'src/core/elicitation/previousAnswers.ts', names: ['AcceptedInCall'], reason: constructedByTests },
  { path: 'src/core/guard/runPattern.ts', names: ['retryIfStarved'], reason: directlyTested },
  { path: 'src/core/guard/sensitive/cardNumbers.ts', names: ['hasLuhnChecksum'], reason: directlyTested },
  { path: 'src/core/launch/startDecision.ts', names: ['maxPaths'], reason: testedLimit },
  { path: 'src/core/remembered/rememberedField.ts', names: ['maxNamesLength'], reason: testedLimit },
  {
    path: 'src/core/storedSecrets/storedSecrets.ts',
    names: ['deletionDelayMs', 'maxIndexed', 'trustedTimeKey'],
    reason: testedLimit,
  },
  { path: 'src/core/transport/httpResponses.ts', names: ['readRetryAfter'], reason: directlyTested },
  { path: 'src/core/transport/toolParameterHeaders.ts', names: ['invalidHeaderReason'], reason: directlyTested },
  {
    path: 'src/editor/common/contributions.ts',
    names: ['itemWords', 'menuOnlyCommands', 'viewContainerId'],
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
  { path: 'src/form/formLimits.ts', names: ['maxRememberedLength'], reason: testedLimit },
  { path: 'src/proxy/machine/callTable.ts', names: ['maxTrackedCalls'], reason: testedLimit },
  { path: 'src/proxy/machine/parkedCalls.ts', names: ['maxParkedCalls'], reason: testedLimit },
  { path: 'src/proxy/run/windowsCommand.ts', names: ['quoteForCmd'], reason: directlyTested },
  { path: 'webview/fields/valueNote.ts', names: ['sentAsText'], reason: directlyTested },
  { path: 'webview/history/entryList.ts', names: ['lineAfterKey'], reason: directlyTested },
];
