/// <reference types="vite/client" />
import './without-eval.ts';
import '../../renderer/styles/tokens.css';
import '../../renderer/styles/base.css';
import './gallery.css';

import type { FreshModules } from './plugins/fresh-modules.ts';
import { breath } from './hand.ts';
import { drawList } from './list.ts';
import { SCENES } from './scenes.ts';
import type { Visit } from './visit.ts';

/**
 * The page of the gallery: the window in one state, or, without one in the address, the list of all. The state of the page
 * itself stands in `data-gallery` of the document: `ready`, or `failed` with `data-gallery-why`.
 */
const place = document.getElementById('window');
const { dataset } = document.documentElement;
let present: Visit | null = null;

/** Shows what an address of the gallery asks for, in place of what was shown before. */
async function visit(address: string): Promise<void> {
  if (place === null) return;
  const { searchParams: asked } = new URL(address, window.location.href);
  const scene = SCENES.find(
    each =>
      each.screen === asked.get('screen') &&
      each.state === asked.get('state') &&
      (each.name ?? null) === asked.get('name'),
  );
  if (scene === undefined) return drawList(place, asked.has('screen'));
  delete dataset['gallery'];
  try {
    await leave();
    const { beginVisit } = await freshModules();
    present = beginVisit(place, scene, { theme: asked.get('theme'), density: asked.get('density') });
    await present.stands;
    dataset['gallery'] = 'ready';
  } catch (thrown) {
    dataset['galleryWhy'] = String(thrown);
    dataset['gallery'] = 'failed';
  }
}

type Visiting = typeof import('./visit.ts');

/** The window's modules as they are before anything is done with them. */
async function freshModules(): Promise<Visiting> {
  const modules: Visiting & Partial<FreshModules<Visiting>> = await import('./visit.ts');
  // While the gallery is developed, each visit opens the page once more.
  return modules.freshModules?.() ?? modules;
}

/** Nothing of the visit before is to be seen or remembered in the next one. */
async function leave(): Promise<void> {
  present?.end();
  present = null;
  // What a window does as it goes, it does a moment later.
  await breath();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.localStorage.clear();
  window.scrollTo(0, 0);
  document.title = '';
}

Object.assign(globalThis, { visitScene: visit });
void visit(window.location.href);
