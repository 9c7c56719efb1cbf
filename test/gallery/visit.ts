import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

import { keepAddress } from '../../renderer/address.ts';
import { App } from '../../renderer/app.tsx';
import { DENSITIES, THEMES, useAppearance } from '../../renderer/state/appearance.ts';
import { engine } from '../../renderer/state/engine.ts';
import { breath, hand, isSeen, until } from './hand.ts';
import type { Scene } from './scene.ts';
import { stageOf } from './stage.ts';

/** How a visit looks; what is left out or unknown is as the window remembers it. */
export interface Look {
  readonly theme: string | null;
  readonly density: string | null;
}

/** A window that was drawn for a scene. */
export interface Visit {
  /** Settles when it looks as the scene says. @throws Error with what did not come. */
  readonly stands: Promise<void>;
  /** Takes the window away. */
  end(): void;
}

/** Draws the window in a scene. The window is made for one at a time and remembers much: each visit has modules of its own. */
export function beginVisit(place: HTMLElement, scene: Scene, { theme, density }: Look): Visit {
  useAppearance.setState(old => ({
    theme: THEMES.find(each => each === theme) ?? old.theme,
    density: DENSITIES.find(each => each === density) ?? old.density,
  }));
  window.history.replaceState(null, '', scene.route);
  let isOver = false;
  // Everything that the test should fail for goes to the console; what a window reports while it closes is ignored.
  const stage = stageOf(scene, sentence => isOver || reportError(new Error(sentence)));
  const forgetAddress = keepAddress();
  const root = createRoot(place);
  engine.start(stage.open);
  root.render(createElement(App));
  return {
    stands: play(scene, () => stage.end()),
    end() {
      isOver = true;
      forgetAddress();
      root.unmount();
    },
  };
}

async function play(scene: Scene, endStage: () => void): Promise<void> {
  await scene.steps?.(hand);
  endStage();
  await scene.stepsApart?.(hand);
  for (const text of scene.shows) await until(`the text '${text}'`, () => (isSeen(text) ? true : null));
  await until('a sheet in full view', () => (isFrontInView() ? true : null));
  await breath();
  await breath();
}

/** A sheet is in the page some time before it can be seen: it waits until a keyboard on the screen could have come. */
function isFrontInView(): boolean {
  const front = [...document.querySelectorAll('[data-modal], [role="dialog"], [role="alertdialog"], [role="listbox"]')];
  return front.every(each => each.checkVisibility({ opacityProperty: true }));
}
