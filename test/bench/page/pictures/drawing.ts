import { element, escapeXml } from './svg.ts';

/** A part of a picture, drawn from its upper left corner at 0, 0. */
export interface Block {
  readonly svg: string;
  /** In px. */
  readonly height: number;
}

/** A piece of a line of text. */
export interface TextPiece {
  readonly text: string;
  readonly fill: string;
  readonly weight?: 'bold';
}

/** Moves a part of a picture. */
export function at(x: number, y: number, svg: string): string {
  return element('g', { transform: `translate(${x} ${y})` }, `\n${svg}\n`);
}

/** One line of text of several pieces. `y` is the base line; `anchor` says which end of the text is at `x`. */
export function textLine(
  x: number,
  y: number,
  pieces: readonly TextPiece[],
  fontSize: number,
  anchor: 'start' | 'end' = 'start',
): string {
  const spans = pieces.map((piece) =>
    element('tspan', { fill: piece.fill, ...(piece.weight && { 'font-weight': piece.weight }) }, escapeXml(piece.text)),
  );
  return element('text', { x, y, 'font-size': fontSize, 'text-anchor': anchor }, ...spans);
}

/** Several lines of text in one style, the base line of the first at `y`. */
export function textLines(
  x: number,
  y: number,
  lineHeight: number,
  texts: readonly string[],
  style: { readonly fill: string; readonly fontSize: number; readonly weight?: number },
): string {
  const { fill, fontSize, weight = 400 } = style;
  const spans = texts.map((line, index) => element('tspan', { x, y: y + index * lineHeight }, escapeXml(line)));
  return element('text', { fill, 'font-size': fontSize, 'font-weight': weight }, ...spans);
}
