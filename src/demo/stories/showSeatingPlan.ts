import * as z from 'zod';
import { defineStory } from './story.ts';

/** A PNG image of 320 by 200 pixels in eight colours, in base64. */
const seatingPlanPng = [
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAADIBAMAAABrKiWYAAAAGFBMVEX69u5IPDKezujEkGDivJRojmB4SDz////C3U72AAADoUlEQVR42u2d',
  '7Y3bMAyGDdgLdIVOYCALHFB3gxTdoBPcwes3UXzuWbVEhhQ/7FC/bOEN88SRRUqkk+7bl/a90iR1tdYF4AsAdo5bAAZgAAagEeD0lh/st9Y6',
  'LOA0LYbWg8L7NtZhAYebnWlzsN9a69CAdzPpk64HxQvTVHcawPRF3L+K9aDyzTXUBaAaYNwk558H3XsS/77YdTRz2Wl7L22tC8AADMAADMAA',
  'DMAAPDLgn7UFYAAG4LEAh8k34PC5kPcKuG6FOAUc1t2uJwA1m3vAad3uehZQaW+GDKi1u0UFVNsfpI5BtR1W94CkeVB1l5/iSXTTEARfbJMn',
  '8ToGzwpokCdx6knIgPp5EqfRTAAGYAAiViW+AWnRjPKq6c0xYKyL7dbF+U3GkpQVbMABriKBJRUFGxBRhwNLKgruGBzgUitYUlO4B+TOgxNc',
  'awVLqgqmJ5EHZPpiBUBeNCM/Bs8OKD4PsgGlPQk/ohb2xXzAy2WETMMShBEi4CPrMtbfHJIgjFABe7jCAJb0uDIFCmAP10DAkh5ZSEEB/Jda',
  'GzuyBGGECtjDZSSwBFQwfPHX7ORIlUAKTjSjAsiIB3u4VAiWQApiRJ3GxTYDPWb+AJYgjFABH+Mit73xqLAEYYS8qnu8Jre9iUlgCcIIFXC5',
  '7JntTVQHSxBGmIB9VgaxA1iTIIyQx+DjU/3IbG9WFrAEYeQQgKR5UBWQ4kk0xyDJF2vexbRoRnEepAEqehJiPKjnizkBq0o0w4qoVeLBUwPq',
  'rEnOvKrzvy52v7OgsjfDzRdL726x88XS+4PcfLH0Dis7HfvyuTputtM9oHimyT0gdwy6B3SfL5YH5HoS+Vwd0xdHro4NqNYCMABfHBAuWLcF',
  'RJT8mwJiHpowBcQ8duIW0EMddf2ZKwd11DVAF3XUwGN1DsqUy2PQPSC/jlp4HnQCWPYkXgCLvjgeNkC0+q8dOJgHoV/SwHiSZ1tDQJwvtgRE',
  'RTO/nmwBGIBnBCy1AAzAAAxAbcB5/thB2vZaAs7zHmHWawj4+44y53x5rw3gdVouVbpY6azUawJ4vcXey6W6Xax0Vuw1AbyvXn6uKOms2GsH',
  'uJDMHxvA/3otAK9pgfqJ8p7OSr0nA2S2wwDKjUFknsTuLkbmSezmwY715xoKnqRj/T2Jgi9uCygQzfD+IkchHmwN2DyiPgBg0zH4moBt5kFB',
  'wCaeRBSwhS+WBWwQzQRgAFoCtmh7phtZDsCzA/4Fah57XMHvuzMAAAAASUVORK5CYII=',
].join('');

/** No elicitation: a result with an image and a text. */
export const showSeatingPlan = defineStory({
  name: 'show_seating_plan',
  title: 'Show the seating plan',
  description: 'A small picture of the tables at Casa Limón. Asks nothing.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async () => ({
    content: [
      { type: 'text', text: 'The windows are along the top, the terrace is on the left, the bar on the right.' },
      { type: 'image', data: seatingPlanPng, mimeType: 'image/png' },
    ],
  }),
});
