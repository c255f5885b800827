import { setAttributes } from './dom.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';

/** The paths of each icon on a 16 by 16 grid. They are drawn as lines in the text's colour. */
const paths = {
  error: ['M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13', 'M5.5 5.5l5 5', 'M10.5 5.5l-5 5'],
  warning: ['M8 2L14.5 13.5H1.5Z', 'M8 6.5V9.5', 'M8 11.2V12'],
  info: ['M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13', 'M8 7.2V11.5', 'M8 4.6V5.4'],
  check: ['M3 8.5l3.5 3.5L13 4.5'],
  minus: ['M3.5 8h9'],
  dot: ['M8 4.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6'],
  calendar: ['M2.5 3.5h11v10h-11Z', 'M2.5 6.5h11', 'M5.5 2v3', 'M10.5 2v3'],
  previous: ['M10 4l-4 4l4 4'],
  next: ['M6 4l4 4l-4 4'],
  chevron: ['M4 6l4 4l4-4'],
  chevronUp: ['M4 10l4-4l4 4'],
  eye: ['M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8', 'M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4'],
  eyeClosed: [
    'M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8',
    'M8 6a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
    'M3 13.5L13 2.5',
  ],
  close: ['M3.5 3.5l9 9', 'M12.5 3.5l-9 9'],
} as const;

/** A decorative icon, hidden from screen readers: the text beside it has the same meaning. */
export function icon(name: keyof typeof paths): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  setAttributes(svg, {
    viewBox: '0 0 16 16',
    width: 16,
    height: 16,
    'aria-hidden': 'true',
    class: `icon icon-${name}`,
  });
  for (const d of paths[name]) {
    const path = document.createElementNS(svgNamespace, 'path');
    setAttributes(path, { d });
    svg.append(path);
  }
  return svg;
}

/** The icon of each state of a step. */
export const stepStateIcons = {
  waiting: 'dot',
  accept: 'check',
  opened: 'check',
  decline: 'minus',
  cancel: 'close',
  withdrawn: 'close',
  sending: 'dot',
  slow: 'dot',
  silent: 'dot',
  signIn: 'dot',
  paused: 'dot',
  undelivered: 'error',
  unknown: 'warning',
} as const;
