import { beforeEach, expect, test, vi } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { WrittenMessage } from '../../../shared/features/chat/model.ts';
import { chatTexts } from '../../../shared/features/chat/text.ts';
import { chatWindow as words } from '../../../shared/features/chat/window-text.ts';
import { started, waiting, WRITTEN } from './window-stage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});

test('the field is empty only once what stood in it is in the outbox', async () => {
  let isRefused = true;
  const { composer, asked } = await started({
    'chat.send': async () => {
      if (isRefused) throw new FaultError({ kind: 'bad-request', detail: chatTexts.tooMany });
      return { id: 'w1', conversation: 'task-1', task: 'task-1' };
    },
  });
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  composer.writeDraft('Why?');
  await composer.sendMessage();
  expect(composer.useComposer.getState()).toMatchObject({ draft: WRITTEN, fault: { detail: chatTexts.tooMany } });
  isRefused = false;
  await composer.sendMessage();
  expect(composer.useComposer.getState().draft.text).toBe('');
  expect(asked.filter(each => each.startsWith('chat.send'))).toHaveLength(2);
});

test('what is written is kept, and goes on where it was left', async () => {
  let kept: WrittenMessage | null = null;
  const { composer } = await started({
    'chat.draft': async () => kept,
    'chat.setDraft': async ({ draft }) => {
      kept = draft as WrittenMessage;
      return null;
    },
  });
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  composer.writeDraft('Half a thou');
  composer.openComposer('task-2');
  await vi.waitUntil(() => kept !== null);
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  expect(composer.useComposer.getState().draft.text).toBe('Half a thou');
});

test('what is typed before the draft was read is joined to it, and writes nothing over', async () => {
  let give: (draft: WrittenMessage) => void = () => undefined;
  const { composer, asked } = await started({ 'chat.draft': () => new Promise(resolve => (give = resolve)) });
  composer.openComposer('task-1');
  composer.writeDraft('and more');
  composer.keepNow();
  await vi.waitUntil(() => asked.some(each => each.startsWith('chat.draft')));
  expect(asked.some(each => each.startsWith('chat.setDraft'))).toBe(false);
  give({ ...WRITTEN, text: 'What was there' });
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  expect(composer.useComposer.getState().draft.text).toBe('What was there\n\nand more');
});

test('what is sent before the draft was read goes with the files that are asked about, and never with words unseen', async () => {
  let give: (draft: WrittenMessage | null) => void = () => undefined;
  const { composer, asking, asked } = await started({
    'chat.draft': () => new Promise(resolve => (give = resolve)),
    'chat.send': async () => ({ id: 'w1', conversation: 'task-1', task: 'task-1' }),
  });
  const sent = (): string[] => asked.filter(each => each.startsWith('chat.send'));
  asking.askAgent([{ id: '7', name: 'plate 7.csv' }]);
  composer.openComposer(null);
  composer.writeDraft('Why?');
  const sending = composer.sendMessage();
  await vi.waitUntil(() => asked.some(each => each.startsWith('chat.draft')));
  give(null);
  await sending;
  expect(sent()).toEqual([expect.stringContaining('"contextFiles":[{"id":"7","name":"plate 7.csv"}]')]);
  composer.openComposer('task-2');
  composer.writeDraft('And this?');
  const again = composer.sendMessage();
  await vi.waitUntil(() => asked.filter(each => each.startsWith('chat.draft')).length === 2);
  give({ ...WRITTEN, text: 'Half a thought' });
  await again;
  expect(sent()).toHaveLength(1);
  expect(composer.useComposer.getState().draft.text).toContain('And this?');
});

test('a text that is too long is neither sent nor kept, and stays in the field', async () => {
  const { composer, asked } = await started({});
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  const text = 'x'.repeat(50_001);
  composer.writeDraft(text);
  composer.keepNow();
  await composer.sendMessage();
  expect(composer.useComposer.getState().draft.text).toBe(text);
  expect(asked.filter(each => /^chat\.(send|setDraft)/.test(each))).toEqual([]);
});

test('a message that goes out while it is changed leaves the change as a new one', async () => {
  const { composer } = await started({
    'chat.edit': async () => {
      throw new FaultError({ kind: 'bad-request', detail: chatTexts.noSuchMessage });
    },
  });
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  composer.writeDraft('Something else');
  composer.editMessage(waiting('w1'));
  composer.writeDraft('Why not?');
  await composer.sendMessage();
  expect(composer.useComposer.getState()).toMatchObject({
    editing: null,
    note: words.composer.sentMeanwhile,
    draft: { text: 'Something else\n\nWhy not?' },
  });
});

test('a draft that Benchtop could not be given is said to be only here, and given once it is back', async () => {
  const { composer, side, asked } = await started({});
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  side.answer('fail');
  side.breakPipe();
  composer.writeDraft('Half a thought');
  composer.keepNow();
  await vi.waitUntil(() => !composer.useComposer.getState().isKept);
  side.answer('open');
  await vi.waitUntil(() => composer.useComposer.getState().isKept);
  expect(asked.at(-1)).toContain('Half a thought');
});

test('files that are asked about join what was being written, and nothing is sent', async () => {
  const draft = { ...WRITTEN, contextFiles: [{ id: 'f0', name: 'old.csv' }] };
  const { composer, asking, navigation, asked } = await started({ 'chat.draft': async () => draft });
  asking.askAgent([{ id: 'f1', name: 'plate7.csv' }], { file: 'f1', version: null });
  expect(navigation.useNavigation.getState().route).toEqual({ screen: 'chat', task: null });
  composer.openComposer(null);
  await vi.waitUntil(() => composer.useComposer.getState().draft.contextFiles.length === 2);
  expect(composer.useComposer.getState().draft).toMatchObject({ text: 'Why?', openFile: { file: 'f1' } });
  expect(asked.some(each => each.startsWith('chat.send'))).toBe(false);
});

test('files of this computer stay with a message that is changed', async () => {
  const { composer, asked } = await started({ 'chat.edit': async () => null });
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  composer.editMessage(waiting('w1', { uploads: ['u1', 'u2'] }));
  composer.removeUpload('u2');
  await composer.sendMessage();
  expect(asked.find(each => each.startsWith('chat.edit'))).toContain('"uploads":["u1"]');
});

test('a file goes with the message it was chosen for, once Benchtop has all of it', async () => {
  const sent: string[] = [];
  let release = (): void => undefined;
  const all = new Promise<void>(resolve => (release = resolve));
  vi.stubGlobal('XMLHttpRequest', requestTo(sent, all));
  const { composer } = await started({
    'chat.attach': async ({ name }) => ({ id: `of ${name}` }),
    'chat.detach': async () => null,
    'chat.uploads': async ({ ids }) =>
      ids.map(id => ({
        id,
        name: id,
        sizeBytes: 1,
        state: sent.length > 0 ? 'kept' : 'coming',
        doneBytes: 0,
        note: null,
      })),
  });
  const uploads = await import('../../../renderer/features/chat/stores/uploads.ts');
  composer.openComposer('task-1');
  await vi.waitUntil(() => composer.useComposer.getState().isLoaded);
  const adding = uploads.attachFiles([new File(['x'], 'a.csv'), new File(['x'], 'bad.exe')]);
  await vi.waitUntil(() => uploads.isComing(['of a.csv'], uploads.useUploads.getState().uploads));
  release();
  await adding;
  const { draft, note } = composer.useComposer.getState();
  expect([draft.uploads, note]).toEqual([['of a.csv'], words.composer.notAttached(['bad.exe'])]);
  expect(sent).toEqual(['/drop/of%20a.csv/a.csv']);
  expect(uploads.useUploads.getState().uploads.get('of a.csv')?.state).toBe('kept');
});

/** A way for bytes that writes down where they go; programs it does not take. */
function requestTo(sent: string[], comes: Promise<void>): unknown {
  return class {
    status = 201;
    readonly upload = { addEventListener: () => undefined };
    readonly #heard = new Map<string, () => void>();
    #address = '';
    open(_: string, address: string): void {
      this.#address = address;
    }
    addEventListener(name: string, hear: () => void): void {
      this.#heard.set(name, hear);
    }
    send(): void {
      void comes.then(() => {
        if (this.#address.endsWith('.exe')) this.status = 400;
        else sent.push(this.#address);
        this.#heard.get('load')?.();
      });
    }
  };
}

test('a conflict is asked about with those of its versions that can be found', async () => {
  const { asking } = await started({
    'files.identify': async ({ path }) => {
      if (path.includes('conflict')) throw new FaultError({ kind: 'gone', messages: [] });
      return { id: '7', kind: 'file', name: 'plate7.csv' };
    },
  });
  expect(await asking.askAboutConflict('m1', ['Plates/plate7.csv', 'Plates/plate7 (conflict).csv'])).toBeNull();
  expect(asking.useAskingAgent.getState().about?.files).toEqual([{ id: '7', name: 'plate7.csv' }]);
  expect(await asking.askAboutConflict('m1', ['Plates/plate7 (conflict).csv'])).toMatchObject({ kind: 'gone' });
});
