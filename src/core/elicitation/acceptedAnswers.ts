import { withoutSecrets } from '#core/guard/sensitive/flaggedFields.ts';
import type { FormElicitation, UrlElicitation } from './elicitationParams.ts';
import { formSubject, pageSubject } from './fingerprint.ts';

type Page = Pick<UrlElicitation, 'url' | 'message'>;
type Content = Readonly<Record<string, unknown>>;

const mostForms = 200;

/** What the person has accepted in one call, to know when the server asks the same thing again. */
export class Accepted {
  /** By `formSubject` and without secrets, the one that was accepted last at the end. */
  readonly #forms = new Map<string, Content>();
  /** The form that was accepted last. Most calls ask once: it is told apart from others when there is another. */
  #last: { readonly form: FormElicitation; readonly content: Content } | undefined;
  /** By `pageSubject`. */
  readonly #pages = new Set<string>();
  readonly #addresses = new Set<string>();

  /**
   * Whether the user has opened this page, under this message, at any time in this call. Looks at the message only where a
   * page was opened at the same address: it may not have been read yet.
   */
  hasPage(page: Page): boolean {
    return this.#addresses.has(page.url) && this.#pages.has(pageSubject(page));
  }

  addPage(page: Page): void {
    this.#addresses.add(page.url);
    this.#pages.add(pageSubject(page));
  }

  /** The content with which a form was accepted before that reads the same, without the secrets in it. */
  contentOf(form: FormElicitation): Content | undefined {
    this.#settle();
    return this.#forms.size === 0 ? undefined : this.#forms.get(formSubject(form));
  }

  addForm(form: FormElicitation, content: Content): void {
    this.#settle();
    this.#last = { form, content: withoutSecrets(form, content) };
  }

  #settle(): void {
    if (!this.#last) {
      return;
    }
    const { form, content } = this.#last;
    this.#last = undefined;
    const key = formSubject(form);
    this.#forms.delete(key);
    this.#forms.set(key, content);
    const [oldest] = this.#forms.keys();
    if (this.#forms.size > mostForms && oldest !== undefined) {
      this.#forms.delete(oldest);
    }
  }
}
