/// <reference types="vite/client" />
import './without-eval.ts';
import '../../renderer/styles/tokens.css';
import '../../renderer/styles/base.css';
import './gallery.css';

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

import { keepAddress } from '../../renderer/address.ts';
import { App } from '../../renderer/app.tsx';
import { DENSITIES, THEMES, useAppearance } from '../../renderer/stores/appearance.ts';
import { engine } from '../../renderer/stores/engine.ts';
import { breath, hand, isSeen, until } from './hand.ts';
import { drawList } from './list.ts';
import type { Scene } from './scene.ts';
import { SCENES } from './scenes.ts';
import { stageOf } from './stage.ts';

/**
 * The page of the gallery: the window in one state, or, without one in the address, the list of all. The state of the page
 * itself stands in `data-gallery` of the document: `ready`, or `failed` with `data-gallery-why`.
 */
const asked = new URLSearchParams(window.location.search);
const scene = SCENES.find(
  each =>
    each.screen === asked.get('screen') &&
    each.state === asked.get('state') &&
    (each.name ?? null) === asked.get('name'),
);

useAppearance.setState(old => ({
  theme: THEMES.find(theme => theme === asked.get('theme')) ?? old.theme,
  density: DENSITIES.find(density => density === asked.get('density')) ?? old.density,
}));

const place = document.getElementById('window');
if (place !== null && scene === undefined) drawList(place, asked.has('screen'));
else if (place !== null && scene !== undefined) void show(place, scene);

async function show(place: HTMLElement, scene: Scene): Promise<void> {
  const { dataset } = document.documentElement;
  // Everything that the test should fail for goes to the console.
  const trouble = (sentence: string): void => reportError(new Error(sentence));
  try {
    window.history.replaceState(null, '', scene.route);
    const stage = stageOf(scene, trouble);
    keepAddress();
    engine.start(stage.open);
    createRoot(place).render(createElement(App));
    await scene.steps?.(hand);
    stage.end();
    for (const text of scene.shows) await until(`the text '${text}'`, () => (isSeen(text) ? true : null));
    await breath();
    await breath();
    dataset['gallery'] = 'ready';
  } catch (thrown) {
    dataset['galleryWhy'] = String(thrown);
    dataset['gallery'] = 'failed';
  }
}
