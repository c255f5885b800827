import assert from 'node:assert/strict';
import type { Comparison, Growth } from '#test/bench/lib/findings.ts';
import { benchPicture, pictureWidth } from '#test/bench/page/pictures/benchPicture.ts';
import { comparisonBars } from '#test/bench/page/pictures/comparisonBars.ts';
import { growthLines } from '#test/bench/page/pictures/growthLines.ts';
import { pictureThemes } from '#test/bench/page/pictures/pictureTheme.ts';
import { textWidth, wrapText } from '#test/bench/page/pictures/svg.ts';

const theme = pictureThemes.light;
const width = 808;
/** The length of the longest bar. */
const longest = 272;

function comparison(floor: number, measured: number, more: Partial<Comparison> = {}): Comparison {
  return {
    kind: 'comparison',
    what: 'a call',
    unit: 'ms',
    floor: { name: 'bare', values: [floor] },
    measured: { name: 'ours', values: [measured] },
    ...more,
  };
}

function growth(costs: readonly number[], more: Partial<Growth> = {}): Growth {
  const points = costs.map((cost, index) => ({ size: 10 * 2 ** index, values: [cost] }));
  return { kind: 'growth', what: 'a list', of: 'items', unit: 'ms', points, maxExponent: 1.2, ...more };
}

/** The widths of all bars, in their order. */
function bars(...comparisons: readonly Comparison[]): readonly number[] {
  const { svg } = comparisonBars(comparisons, theme, width);
  return [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, value]) => Number(value));
}

/** The texts of a picture, one for each `text` element. */
function texts(svg: string): readonly string[] {
  return [...svg.matchAll(/<text .*?<\/text>/gs)].map(([all]) => all.replace(/<[^>]+>/g, ''));
}

/** The lines of a chart as lists of points. */
function polylines(svg: string): readonly (readonly (readonly number[])[])[] {
  return [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  );
}

describe('the bars of a comparison', () => {
  it('have the lengths of the medians', () => {
    assert.deepEqual(bars(comparison(25, 100)), [longest / 4, longest]);
    assert.deepEqual(bars(comparison(100, 50)), [longest, longest / 2]);
  });

  it('have one scale for all rows, unless a row would be too short to see', () => {
    assert.deepEqual(bars(comparison(50, 100), comparison(10, 20)), [136, 272, 27.2, 54.4]);
    assert.deepEqual(bars(comparison(500, 1000), comparison(10, 20)), [136, 272, 136, 272]);
    assert.deepEqual(bars(comparison(50, 100), comparison(10, 20, { unit: 'kB' })), [136, 272, 136, 272]);
  });

  it('say which scale they have', () => {
    const note = (...comparisons: readonly Comparison[]) =>
      texts(benchPicture('Calls', comparisons, 'light') ?? '').find((text) => text.includes('scale'));
    assert.match(note(comparison(50, 100), comparison(10, 20)) ?? '', /All bars have the same scale/);
    assert.match(note(comparison(500, 1000), comparison(10, 20)) ?? '', /Each pair of bars has its own scale/);
  });

  it('have a line at the goal, whether it bounds the ratio, the difference or the value', () => {
    for (const [of, most] of [
      ['ratio', 1.5],
      ['added', 25],
      ['value', 75],
    ] as const) {
      const { svg } = comparisonBars([comparison(50, 100, { goal: { of, share: 0.5, most } })], theme, width);
      const [line] = [...svg.matchAll(/<line x1="([\d.]+)"/g)].map(([, x]) => Number(x));
      const [begin] = [...svg.matchAll(/<rect x="([\d.]+)"/g)].map(([, x]) => Number(x));
      assert.equal((line ?? 0) - (begin ?? 0), 0.75 * longest);
      assert.ok(texts(svg).includes('100 ms (goal 75.0 ms: missed)'));
    }
  });

  it('stay long if the goal is far beyond them, which then stands in the text alone', () => {
    const { svg } = comparisonBars([comparison(2, 4, { goal: { of: 'value', share: 0.5, most: 1000 } })], theme, width);
    assert.doesNotMatch(svg, /<line/);
    assert.match(svg, new RegExp(`width="${longest}"`));
    assert.ok(texts(svg).includes('4.00 ms (goal 1,000 ms: reached)'));
  });

  it('show the quantile that the goal is about', () => {
    const values = [...Array(18).fill(1), 20, 40];
    const slow = comparison(10, 0, {
      measured: { name: 'ours', values },
      goal: { of: 'value', share: 0.95, most: 30 },
    });
    const { svg } = comparisonBars([slow], theme, width);
    assert.ok(texts(svg).includes('20.0 ms p95 (goal 30.0 ms: reached)'));
    assert.ok(texts(svg).includes('10.0 ms p95'));
  });

  it('have no length below zero', () => {
    assert.deepEqual(bars(comparison(-5, 10)), [1, longest]);
    assert.deepEqual(bars(comparison(0, 0)), [1, 1]);
  });

  it('leave room for the longest texts', () => {
    const goal = { of: 'value', share: 1, most: 99_999 } as const;
    const names = 'a name that is much longer than the column of the names is wide';
    const row = comparison(88_888, 88_888, { what: 'words '.repeat(60).trim(), goal });
    const { svg } = comparisonBars(
      [{ ...row, floor: { ...row.floor, name: names }, measured: { ...row.measured, name: names } }],
      theme,
      width,
    );
    for (const [, x = '', size = '', anchor, content = ''] of svg.matchAll(
      /<text x="([\d.]+)" y="[\d.]+" font-size="(\d+)" text-anchor="(\w+)">(.*?)<\/text>/g,
    )) {
      const length = textWidth(content.replace(/<[^>]+>/g, ''), Number(size));
      assert.ok(anchor === 'end' ? Number(x) >= length : Number(x) + length <= width, content);
    }
    for (const line of wrapText(row.what, width, 13)) assert.ok(textWidth(line, 13) <= width);
  });
});

describe('the lines of a growth', () => {
  it('have the same slope for the same exponent, whatever the cost is', () => {
    const [, small, , large] = polylines(growthLines([growth([1, 2, 4]), growth([500, 1000, 2000])], theme, width).svg);
    assert.deepEqual(small, large);
  });

  it('rise above the dashed line of the goal if the exponent is beyond it, and not otherwise', () => {
    const endOf = (line: readonly (readonly number[])[] = []) => line.at(-1)?.[1] ?? Number.NaN;
    const draw = (costs: readonly number[]) => {
      const { svg } = growthLines([growth(costs)], theme, width);
      const [goal, line] = polylines(svg);
      return { goal: endOf(goal), line: endOf(line), svg };
    };
    const linear = draw([10, 20, 40]);
    assert.ok(linear.line > linear.goal);
    assert.ok(texts(linear.svg).includes('exponent 1.00 (goal 1.20: reached)'));
    const square = draw([10, 40, 160]);
    assert.ok(square.line < square.goal);
    assert.ok(texts(square.svg).includes('exponent 2.00 (goal 1.20: missed)'));
  });

  it('stand beside the sizes and the medians', () => {
    const { svg } = growthLines([growth([1, 20, 400], { maxExponent: 5 })], theme, width);
    assert.deepEqual(texts(svg)[0], 'a list');
    assert.deepEqual(texts(svg)[1], '10 · 20 · 40 items1.00 · 20.0 · 400 ms');
  });

  it('are not drawn for a reading that has no logarithm', () => {
    const { svg } = growthLines([growth([0, 1, 2])], theme, width);
    assert.doesNotMatch(svg, /<circle|NaN|Infinity/);
    assert.match(svg, /0\.00 · 1\.00 · 2\.00 ms/);
    assert.ok(texts(svg).includes('no exponent (goal 1.20: missed)'));
  });
});

describe('the picture of a bench', () => {
  const title = 'Calls & "forms" < 1 s';
  const picture = benchPicture(title, [comparison(1, 2, { what: '<b>&' }), growth([1, 2, 4])], 'dark') ?? '';

  it('has the title of the bench, and a fixed width', () => {
    assert.match(picture, new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="\\d+"`));
    assert.match(picture, /<title>Calls &amp; &quot;forms&quot; &lt; 1 s<\/title>/);
  });

  it('closes each element, and escapes texts', () => {
    const open: string[] = [];
    for (const [, end, name, empty] of picture.matchAll(/<(\/?)(\w+)(?:\s[\w:-]+="[^"<]*")*(\/?)>/g)) {
      if (end) assert.equal(open.pop(), name);
      else if (!empty) open.push(name ?? '');
    }
    assert.deepEqual(open, []);
    assert.match(picture, /&lt;b&gt;&amp;/);
    assert.doesNotMatch(picture.replace(/<\/?\w+(?:\s[\w:-]+="[^"<]*")*\/?>/g, ''), /[<>]/);
  });

  it('is the same for the same findings, apart from the colours of its theme', () => {
    const light = benchPicture(title, [comparison(1, 2, { what: '<b>&' }), growth([1, 2, 4])], 'light') ?? '';
    const plain = (svg: string) => svg.replace(/#[0-9a-f]{6}/g, '#');
    assert.equal(plain(light), plain(picture));
    assert.notEqual(light, picture);
  });

  it('does not exist if nothing can be drawn', () => {
    assert.equal(benchPicture(title, [{ kind: 'fact', what: 'lost', value: '0' }], 'light'), undefined);
  });
});

for (const [name, colors] of Object.entries(pictureThemes)) {
  describe(`the colours of pictures in the ${name} theme`, () => {
    it('can be read and told from the background', () => {
      for (const text of [colors.text, colors.quiet, colors.missed])
        assert.ok(contrast(text, colors.background) >= 4.5);
      for (const drawn of [colors.beside, colors.measured, colors.goal])
        assert.ok(contrast(drawn, colors.background) >= 3, drawn);
    });
  });
}

/** The contrast of two colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
