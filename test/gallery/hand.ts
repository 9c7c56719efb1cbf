import { SECOND } from '../../shared/units.ts';

/** What a person does in the window, by what things are called. Everything waits until it is there, fifteen seconds at most. */
export interface Hand {
  /** Waits for a text on show. */
  see(text: string): Promise<void>;
  /** Presses a button, link, tab, menu item or line whose name is, or begins with, this. */
  press(name: string): Promise<void>;
  /** Writes into the field with this label. */
  write(label: string, text: string): Promise<void>;
  /** Chooses a line of a list by the beginning of its text. */
  choose(line: string): Promise<void>;
  /** Unfolds a line of the tree that is in front. */
  open(line: string): Promise<void>;
  /** Opens the menu of a line. */
  menuOf(line: string): Promise<void>;
  /** Drags files from outside over what has this text. */
  dragOver(text: string): Promise<void>;
  /** Presses a key, such as `k` with Ctrl. */
  key(key: string, held?: { readonly ctrl?: boolean; readonly shift?: boolean }): Promise<void>;
  /** Waits until the list shows so many small pictures of files. */
  pictures(count: number): Promise<void>;
  /** Drops files there. */
  drop(text: string, files: readonly File[]): Promise<void>;
}

/** What does not come ends a scene; on a busy machine much comes late. */
const PATIENCE_MS = 15 * SECOND;
const PRESSABLE =
  'button, a[href], summary, label, [role="button"], [role="link"], [role="tab"], [role="radio"], [role="checkbox"], ' +
  '[role="menuitem"], [role="menuitemcheckbox"], [role="option"], [role="row"], [role="switch"]';

export const hand: Hand = {
  async pictures(count) {
    await until(`${count} pictures`, () =>
      document.querySelectorAll('[role="grid"] [role="row"] img').length >= count ? true : null,
    );
  },
  async see(text) {
    await until(`the text '${text}'`, () => (isSeen(text) ? true : null));
  },
  async press(name) {
    const found = await until(`something to press called '${name}'`, () => pressable(name));
    found.focus();
    // A switch and a box to tick hear only of what happens to their own input.
    const input = found.matches('label') ? 'input[type="checkbox"]' : 'input[role="switch"]';
    (found.querySelector<HTMLElement>(`:scope ${input}`) ?? found).click();
    await breath();
  },
  async write(label, text) {
    const field = await until(`a field called '${label}'`, () => fieldOf(label));
    field.focus();
    const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    // React hears only of values that were set behind its back.
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await breath();
  },
  async choose(line) {
    const row = await until(`a line called '${line}'`, () => lineOf(line));
    for (const kind of ['mousedown', 'mouseup', 'click'])
      row.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, detail: 1 }));
    row.focus();
    await breath();
  },
  async open(line) {
    const chevron = await until(`a line '${line}' to unfold`, () => {
      const row = pressable(line)?.closest('[role="row"]') ?? null;
      return row?.querySelector<HTMLElement>('button[slot="chevron"]') ?? null;
    });
    chevron.click();
    await breath();
  },
  async menuOf(line) {
    const row = await until(`a line called '${line}'`, () => lineOf(line));
    const { left, top, height } = row.getBoundingClientRect();
    const at = { clientX: left + 120, clientY: top + height / 2 };
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
    await breath();
  },
  async dragOver(text) {
    const found = await until(`'${text}' to drag over`, () => smallestWith(text));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['well,od'], 'plate.csv'));
    found.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }));
    found.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
    await breath();
  },
  async key(key, { ctrl = false, shift = false } = {}) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey: ctrl, shiftKey: shift, bubbles: true, cancelable: true }),
    );
    await breath();
  },
  async drop(text, files) {
    const found = await until(`'${text}' to drop something on`, () => smallestWith(text));
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    found.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    await breath();
  },
};

/** Whether a text stands somewhere on the page, also in the name of something or in a field. */
export function isSeen(text: string): boolean {
  if (plain(document.body.innerText).includes(text)) return true;
  const named = [...document.querySelectorAll('[aria-label], input, textarea')];
  return named.some(each => (each.getAttribute('aria-label') ?? valueOf(each)).includes(text));
}

function valueOf(element: Element): string {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '';
}

/** Waits for something. @throws Error naming it when it does not come. */
export async function until<T>(what: string, look: () => T | null): Promise<T> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error(`${what} did not come`);
    await breath();
  }
}

/** A frame: what was set is drawn. */
export function breath(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

function pressable(name: string): HTMLElement | null {
  // What is in front comes last in the page: dialogs and menus. While one is open, nothing behind it can be pressed.
  const front = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"], [role="menu"]')];
  const all = [...(front.at(-1) ?? document).querySelectorAll<HTMLElement>(PRESSABLE)].filter(isShown);
  const isCalled = all.filter(each => nameOf(each) === name);
  return isCalled.at(-1) ?? all.findLast(each => nameOf(each).startsWith(name)) ?? null;
}

function lineOf(text: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"]')];
  return all.find(each => plain(each.innerText).startsWith(text)) ?? null;
}

function fieldOf(label: string): HTMLInputElement | HTMLTextAreaElement | null {
  const all = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return all.findLast(each => isShown(each) && labelsOf(each).some(text => text.startsWith(label))) ?? null;
}

function labelsOf(field: HTMLInputElement | HTMLTextAreaElement): readonly string[] {
  const labels = [...(field.labels ?? [])].map(each => plain(each.innerText));
  const by = (field.getAttribute('aria-labelledby') ?? '').split(' ');
  const named = by.flatMap(id => plain(document.getElementById(id)?.innerText ?? ''));
  return [...labels, ...named, field.getAttribute('aria-label') ?? '', field.placeholder].filter(text => text !== '');
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? plain(element.innerText);
}

function smallestWith(text: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>('main *')];
  return all.findLast(each => plain(each.textContent).includes(text)) ?? null;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
