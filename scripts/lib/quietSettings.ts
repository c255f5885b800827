/**
 * User settings of an editor for the project's extension: no downloads, no welcome page, no workspace trust, no other
 * extensions' features.
 */
export const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  // With the default, `process`, every extension host searches all processes for listening ports, every few seconds.
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
} as const;
