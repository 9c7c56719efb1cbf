import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';

import { z } from 'zod';

import type { Wished } from '../../shared/desktop/bridge.ts';
import { outsideAddress } from '../../shared/outside-address.ts';
import { localFolderTexts } from '../../shared/features/set-up/local-folder-text.ts';
import { desktopText } from '../../shared/desktop/text.ts';
import type { Answering } from './window/ipc-callers.ts';
import type { EngineFacts } from './engine/engine-facts.ts';
import type { EngineProcess } from './engine/engine-process.ts';
import type { HandedOverFiles } from './window/granted-downloads.ts';
import { markOrigin } from './window/origin-mark.ts';
import { couldRun } from './system/runnable-names.ts';
import type { System } from './system/system.ts';

const texts = desktopText.open;
const DONE: Wished = { done: true, reason: null };
const not = (reason: string | null): Wished => ({ done: false, reason });
const itemId = z.string().min(1).max(100);

/** What opens things of this computer, for windows, menus and links alike. */
export class Opening {
  readonly #system: System;
  #isAsking = false;

  constructor(system: System) {
    this.#system = system;
  }

  /** Opens a web page or a mail outside, once the person saw where it leads. The only way out (S06). */
  async openExternalSafe(text: string): Promise<Wished> {
    const address = outsideAddress(text);
    if (address === null) return not(texts.refused);
    // A page that asks again and again gets one question at a time.
    if (this.#isAsking) return not(null);
    this.#isAsking = true;
    try {
      const message = address.host === null ? texts.askMail : texts.ask(address.host);
      const buttons = [texts.no, texts.yes];
      if ((await this.#system.ask({ message, detail: address.url, buttons, cancel: 0 })) !== 1) return not(null);
      await this.#system.openOutside(address.url);
      return DONE;
    } finally {
      this.#isAsking = false;
    }
  }

  /** Opens a file in its program, or a folder; nothing that could run (S27). @param at null: it is not here. */
  async open(at: string | null): Promise<Wished> {
    if (at === null) return not(texts.notHere);
    const stats = await stat(at).catch(() => null);
    if (stats === null) return not(texts.gone);
    const { platform } = this.#system;
    const name = basename(at);
    const isProgram = platform !== 'win32' && stats.isFile() && (stats.mode & 0o111) !== 0 && !name.includes('.');
    if (isProgram || couldRun(at)) return not(texts.blocked(name));
    if (stats.isFile()) await markOrigin(at, platform, Date.now());
    return (await this.#system.openPath(at)) ? DONE : not(texts.failed(name));
  }

  /** Asks for a folder of this computer. A page that asks again and again gets one question at a time. */
  async chooseFolder(at: string | null): Promise<string | null> {
    if (this.#isAsking) return null;
    this.#isAsking = true;
    try {
      return await this.#system.chooseFolder(localFolderTexts.dialog, at);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Shows it in its folder. */
  async reveal(at: string | null): Promise<Wished> {
    if (at === null) return not(texts.notHere);
    if ((await stat(at).catch(() => null)) === null) return not(texts.gone);
    this.#system.reveal(at);
    return DONE;
  }
}

/** What wishes are granted with. */
export interface Granting {
  readonly engine: EngineProcess;
  readonly facts: EngineFacts;
  readonly handedOver: HandedOverFiles;
  readonly opening: Opening;
}

/** Answers what the preload asks; each name once, each input checked (S09). */
export function grantWishes(answer: Answering, { engine, facts, handedOver, opening }: Granting): void {
  answer('open-pipe', z.number().int().min(1), async (number, caller) => {
    const port = engine.openPipe();
    if (port !== null) caller.givePort('pipe', number, port);
    return port !== null;
  });
  answer('hand-over', z.string().min(1).max(32_000).refine(isAbsolute), async at => handedOver.keep(at));
  answer('open-item', itemId, async id => opening.open(await whereIs(facts, id)));
  answer('show-item', itemId, async id => opening.reveal(await whereIs(facts, id)));
  answer('choose-folder', z.string().max(32_000), at =>
    opening.chooseFolder(isAbsolute(at) && !at.includes('\0') ? at : null),
  );
  answer('open-outside', z.string().max(4000), url => opening.openExternalSafe(url));
  answer('drag-out', z.array(itemId).min(1).max(100), async (ids, caller) => {
    const [first, ...rest] = await Promise.all(ids.map(id => whereIs(facts, id)));
    const others = rest.filter(at => at !== null);
    if (typeof first !== 'string' || others.length < rest.length) return not(texts.notHere);
    await caller.startDrag([first, ...others]);
    return DONE;
  });
}

/** Where the engine says that a thing is; the page never names a path. */
async function whereIs({ engine }: EngineFacts, id: string): Promise<string | null> {
  return (await engine?.call('files.details', { id }).catch(() => null))?.path ?? null;
}
