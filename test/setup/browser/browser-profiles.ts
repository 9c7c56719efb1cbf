import type { Browser, Page } from 'playwright';

/** A page in a browser profile that holds nothing else, for one window at a time. */
export interface BrowserProfile {
  readonly page: Page;
  /** Violations of the content security policy and errors of the page, in order, since it was taken. */
  readonly troubles: readonly string[];
  /** Empties it for the next window; one that cannot be emptied is ended. */
  giveBack(): Promise<void>;
  /** Ends it. */
  end(): Promise<void>;
}

declare global {
  interface Window {
    benchtopTestTrouble(trouble: string): void;
  }
}

/** How long a step waits at most. A bound and no promise: what hangs says which step it was, however slow the machine. */
const STEP_MS = 30_000;

/** What takes longer to empty than a new one takes to start is not worth it. */
const EMPTY_WITHIN_MS = 3000;

interface Kept {
  readonly page: Page;
  hear(trouble: string): void;
}

/**
 * Those that wait for their next window. Half of the time until a window stands goes into starting a profile with its process,
 * and a process that read the window's code before need not read it again.
 */
const waiting = new WeakMap<Browser, Kept[]>();

/** One for the taker alone, until it is given back. */
export async function takeProfile(browser: Browser): Promise<BrowserProfile> {
  const kept = waiting.get(browser)?.pop() ?? (await newProfile(browser));
  const { page } = kept;
  const troubles: string[] = [];
  kept.hear = trouble => void troubles.push(trouble);
  page.on('pageerror', error => troubles.push(`error: ${error.message}`));
  return {
    page,
    troubles,
    end: () => page.context().close(),
    async giveBack() {
      const isEmpty = await empty(page).catch(() => false);
      if (isEmpty) waiting.set(browser, [...(waiting.get(browser) ?? []), kept]);
      else await page.context().close();
    },
  };
}

/** Ends all profiles of a browser but those that wait. */
export async function endTaken(browser: Browser): Promise<void> {
  const kept = (waiting.get(browser) ?? []).map(({ page }) => page.context());
  await Promise.all(browser.contexts().flatMap(context => (kept.includes(context) ? [] : context.close())));
}

async function newProfile(browser: Browser): Promise<Kept> {
  const context = await browser.newContext();
  context.setDefaultTimeout(STEP_MS);
  const kept: Kept = { page: await context.newPage(), hear: () => undefined };
  await context.exposeFunction('benchtopTestTrouble', (trouble: string) => kept.hear(trouble));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      window.benchtopTestTrouble(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return kept;
}

/** False when there is more in it than the window. @throws Error when the window's server is gone. */
async function empty(page: Page): Promise<boolean> {
  const context = page.context();
  if (context.pages().length !== 1) return false;
  page.removeAllListeners();
  // Something small of the same server: what comes from elsewhere would be given another process.
  const icon = await page
    .locator('link[rel="icon"]')
    .evaluate((link: HTMLLinkElement) => link.href, null, { timeout: EMPTY_WITHIN_MS });
  const answer = await page.goto(icon, { timeout: EMPTY_WITHIN_MS });
  if (answer?.ok() !== true) return false;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  // Nothing of the next window lies under the mouse.
  await page.mouse.move(-1, -1);
  return true;
}
