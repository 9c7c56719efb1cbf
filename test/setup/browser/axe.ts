import { createRequire } from 'node:module';

import type * as Axe from 'axe-core';
import type { Page } from 'playwright';

/** The small one: every page that is looked at has to read it first, and reading the large one takes twice as long. */
const axe = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof Axe;

const SERIOUS: ReadonlySet<string | null> = new Set(['serious', 'critical']);
/** The rules whose findings are ever serious: a finding weighs as much as its rule. The others need not be asked. */
const SERIOUS_RULES: readonly string[] = rulesOfAxe()
  .filter(({ enabled, impact, tags }) => enabled && !tags.includes('experimental') && SERIOUS.has(impact))
  .map(({ id }) => id);

interface AxeRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly impact: string | null;
  readonly tags: readonly string[];
}

function rulesOfAxe(): readonly AxeRule[] {
  // Its list of rules that is meant for others tells no weights.
  const { _audit } = axe as unknown as { _audit: { rules: AxeRule[] } };
  return _audit.rules;
}

/** What is asked: all that can be serious, or only what another look of the same page can change; of which part of the page. */
export interface Asked {
  readonly about?: 'everything' | 'colours';
  /** A selector; the whole page when left out. */
  readonly within?: string;
}

/**
 * What an accessibility check finds that is serious or worse, one text per rule with the places. A page has no frames in
 * it, so the check is made in the page itself: one that gathers from frames takes several times as long.
 */
export async function seriousFindings(
  page: Page,
  { about = 'everything', within = 'html' }: Asked = {},
): Promise<readonly string[]> {
  // Not in a tag of the page: its policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ rules, within }) => {
      const { axe: judge } = globalThis as unknown as { axe: typeof Axe };
      if (document.querySelector('iframe, frame') !== null) throw new Error('There is a frame that is not looked into');
      const options = { runOnly: rules, resultTypes: ['violations' as const], preload: false };
      const { violations } = await judge.run({ include: [within] }, options);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target.join(' ')).join(', ')})`);
    },
    { within, rules: about === 'colours' ? ['color-contrast', 'link-in-text-block'] : [...SERIOUS_RULES] },
  );
}
