import type { Page } from 'playwright';

/** What no person should have to read: an id of a program, a name of a program's own, a value that is missing. */
const STRANGE: readonly (readonly [string, RegExp])[] = [
  ['a UUID', /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu],
  ['a name in camelCase', /(?<![\w./\\@-])[a-z]{2,}[A-Z][a-z]{2,}\w*/gu],
  ['a missing value', /(?<![\w-])(?:undefined|null|NaN|\[object \w+\])(?![\w-])/gu],
  ['a person by number', /\bperson \d+\b/giu],
  // Names are quoted “so”; paths and what is typed 'so'.
  ['another kind of quotation mark', /‘/gu],
];

/** @returns what is strange in a text, each once: `a UUID: 4d02…`. */
export function strangeWords(text: string): readonly string[] {
  return [
    ...new Set(STRANGE.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map(([found]) => `${what}: ${found}`))),
  ];
}

/**
 * What is strange on a page: in its texts, its names for screen readers and its hints. What other people wrote is left
 * out: the insides of files, messages, names of things, and what the service is quoted with.
 */
export async function strangeOn(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const foreign = 'pre, code, bdi, q, textarea, [role="log"] article, [data-foreign]';
    const isForeign = (element: Element | null): boolean => element !== null && element.closest(foreign) !== null;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      const isShown = parentElement !== null && parentElement.getClientRects().length > 0;
      if (isShown && !/^(?:script|style)$/i.test(parentElement.localName) && !isForeign(parentElement))
        found.push(node.nodeValue ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      if (!isForeign(element))
        for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  return [...new Set(texts.flatMap(strangeWords))];
}
