/** The colours of a picture, as hexadecimal numbers. */
export interface PictureTheme {
  readonly background: string;
  readonly text: string;
  /** The colour of texts that matter less, and of axes. */
  readonly quiet: string;
  /** The bars of what is compared with. */
  readonly beside: string;
  /** The bars and lines of what is measured. */
  readonly measured: string;
  readonly goal: string;
  /** The text of a goal that is missed. */
  readonly missed: string;
}

/** The themes of GitHub's pages. */
export const pictureThemes = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    quiet: '#59636e',
    beside: '#818b98',
    measured: '#0969da',
    goal: '#bc4c00',
    missed: '#cf222e',
  },
  dark: {
    background: '#0d1117',
    text: '#f0f6fc',
    quiet: '#9198a1',
    beside: '#7d8590',
    measured: '#4493f8',
    goal: '#f0883e',
    missed: '#ff7b72',
  },
} as const satisfies Readonly<Record<string, PictureTheme>>;

export type PictureThemeName = keyof typeof pictureThemes;
