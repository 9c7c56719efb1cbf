/// <reference types="vite/client" />
import './without-eval.ts';
import '../../renderer/styles/tokens.css';
import '../../renderer/styles/base.css';
import './gallery.css';

import { drawList } from './list.ts';
import { SCENES } from './scenes.ts';
import type { Visit } from './visit.ts';

/**
 * The page of the gallery: the window in one state, or, without one in the address, the list of all. The state of the page
 * itself stands in `data-gallery` of the document: `ready`, or `failed` with `data-gallery-why`.
 */
const place = document.getElementById('window');
const { dataset } = document.documentElement;
let visits = 0;
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
    leave();
    const { beginVisit } = await anew();
    present = beginVisit(place, scene, { theme: asked.get('theme'), density: asked.get('density') });
    await present.stands;
    dataset['gallery'] = 'ready';
  } catch (thrown) {
    dataset['galleryWhy'] = String(thrown);
    dataset['gallery'] = 'failed';
  }
}

/** The window's modules, none of which anybody used before. The server has them under as many addresses as are asked for. */
function anew(): Promise<typeof import('./visit.ts')> {
  if (import.meta.env.MODE === 'development') return import('./visit.ts');
  return import(/* @vite-ignore */ `/visits/${(visits += 1)}/assets/visit.js`);
}

/** Nothing of the visit before is to be seen or remembered in the next one. */
function leave(): void {
  present?.end();
  present = null;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.localStorage.clear();
  window.scrollTo(0, 0);
  document.title = '';
}

Object.assign(globalThis, { visitScene: visit });
void visit(window.location.href);
