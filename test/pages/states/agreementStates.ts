import { type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingsServer } from './screenBuilders.ts';

/** The agreement to a server of the workspace. */
export const agreementStates: readonly PanelState[] = [
  ...(['agreement', 'agreement-changed', 'agreement-import'] as const).map((name) =>
    panelState(name, () => ({
      kind: 'agreement',
      id: 'agreement',
      server: { ...bookingsServer, scope: 'workspace' },
      purpose: name === 'agreement-import' ? ('import' as const) : ('start' as const),
      changed: name === 'agreement-changed',
      runsProgram: true,
      warnings:
        name === 'agreement'
          ? []
          : [
              untranslated('It starts a shell (bash), which runs what its arguments say.'),
              untranslated('It deletes files.'),
            ],
      rows: [
        { label: untranslated('Command'), values: ['npx'] },
        { label: untranslated('Arguments'), values: ['-y', 'bookings-server', '', '--verbose '.repeat(30)] },
        { label: untranslated('Environment'), values: ['TOKEN=(secret)', `PATH=${'/opt/bin:'.repeat(40)}`] },
      ],
      ignoreInputMs: 0,
    })),
  ),
];
