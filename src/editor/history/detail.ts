import type { HistoryDetail } from '#bridge/historyMessages.ts';

/** One thing that is known of an entry, with one value. */
export function detail(label: string, value: string, style: HistoryDetail['style']): HistoryDetail {
  return { label, values: [value], style };
}
