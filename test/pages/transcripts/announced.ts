/**
 * Runs in the page: records what a screen reader announces by itself. These functions are sent to the browser as text, so
 * they import nothing.
 */
declare global {
  interface Window {
    /** The announcements since they were read last: a changed text of a live region, or a focus that has moved. */
    spoken: (LiveText | 'focus')[];
    /** The element that a screen reader follows: the focused one, or the one that a focused list names as its active one. */
    followed(): Element | null;
  }
}

interface LiveText {
  readonly urgency: 'status' | 'alert';
  readonly text: string;
}

export function recordAnnouncements(): void {
  window.spoken = [];
  const liveRegions = '[aria-live], [role=status], [role=alert], [role=log]';
  window.followed = () => {
    const { activeElement } = document;
    const active = activeElement?.getAttribute('aria-activedescendant');
    return (active && document.getElementById(active)) || activeElement;
  };
  /** The urgency of a live region; `undefined` if it is off or hidden. */
  const urgencyOf = (region: Element): LiveText['urgency'] | undefined => {
    const live = region.ariaLive ?? (region.role === 'alert' ? 'assertive' : 'polite');
    const isHidden = region.closest('[aria-hidden=true]') || !region.checkVisibility({ visibilityProperty: true });
    if (isHidden || live === 'off') return undefined;
    return live === 'assertive' ? 'alert' : 'status';
  };
  const spokenText = (node: Node): string => {
    if (node instanceof Element) {
      if (node.ariaHidden === 'true' || !node.checkVisibility({ visibilityProperty: true })) return '';
      if (node.ariaLabel) return node.ariaLabel;
      return [...node.childNodes].map(spokenText).join('');
    }
    return node.textContent ?? '';
  };
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

  new MutationObserver((records) => {
    /** The changed nodes of each region, which screen readers announce; of an atomic region the region itself. */
    const changed = new Map<Element, Set<Node>>();
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(liveRegions);
      if (!region || !urgencyOf(region)) continue;
      const nodes = region.ariaAtomic === 'true' ? [region] : type === 'childList' ? [...addedNodes] : [target];
      const known = changed.get(region) ?? new Set();
      changed.set(region, known);
      for (const node of nodes) if (node.isConnected) known.add(node);
    }
    for (const [region, nodes] of changed) {
      const text = [...nodes]
        .map((node) => inOneLine(spokenText(node)))
        .filter(Boolean)
        .join(' | ');
      const urgency = urgencyOf(region);
      if (text && urgency) window.spoken.push({ urgency, text });
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
  document.addEventListener('focusin', () => window.spoken.push('focus'));
  new MutationObserver(() => window.spoken.push('focus')).observe(document, {
    attributeFilter: ['aria-activedescendant'],
    subtree: true,
  });
}
