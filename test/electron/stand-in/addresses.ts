/**
 * Chromium knows no `app:` and no `kbfile:`, so both live on the loopback here. Wherever an address crosses the border
 * between the shell and the browser it is translated, so that neither side notices.
 */
export class Addresses {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** As the browser knows it: every address of ours in a text, such as a header or a message of the engine. */
  outward(text: string): string {
    return text
      .replaceAll(/\b(app|kbfile):\/\/([\w-]+)/g, (_, scheme: string, host: string) => this.#origin(scheme, host))
      .replaceAll(/\bkbfile:(?!\/\/)/g, this.#origin('kbfile', 'preview'));
  }

  /** As the shell knows it. */
  inward(text: string): string {
    return text.replaceAll(
      new RegExp(`http://([\\w-]+)\\.(app|kbfile)\\.localhost:${this.#port}`, 'g'),
      (_, host: string, scheme: string) => `${scheme}://${host}`,
    );
  }

  #origin(scheme: string, host: string): string {
    return `http://${host}.${scheme}.localhost:${this.#port}`;
  }
}
