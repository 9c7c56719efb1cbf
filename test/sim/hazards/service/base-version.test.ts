import { expect, test } from 'vitest';

import { QuietLab } from '../../lab/quiet-lab.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf, instead, versionsOf } from '../../lab/altered-answers.ts';
import { dying } from '../../lab/dying.ts';

const VERSION = /\/files\/[^/]+\/versions$/;

async function labWithFile(): Promise<{ lab: QuietLab; ada: Computer; file: string }> {
  const lab = new QuietLab();
  lab.service.change({ enforceBaseVersion: false });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'base' });
  await lab.sync(ada);
  return { lab, ada, file: idOf(lab, 'a.csv') };
}

/** Sends ours, whose answer is lost; `meanwhile` happens right before. */
async function syncUnheard(lab: QuietLab, ada: Computer, meanwhile: () => void = () => undefined): Promise<void> {
  let isCutOff = false;
  lab.trouble = ({ method, url }) => {
    if (isCutOff || method !== 'POST' || !VERSION.test(url)) return null;
    isCutOff = true;
    meanwhile();
    return { kind: 'lost-answer' };
  };
  await lab.sync(ada);
  expect(isCutOff).toBe(true);
}

/** Everything that ever was in the file is still to be had, and both edits are in people's folders. */
async function expectBothKept(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()['a.csv']).toBe('theirs');
  expect(lab.there()).toEqual(ada.texts());
  expect(await lab.call(ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0 });
}

test('a service that does not check the base: a colleague’s earlier edit is seen before ours is sent [T25]', async () => {
  const { lab, ada, file } = await labWithFile();
  lab.save(ada, { 'a.csv': 'mine' });
  let edited = false;
  // Between our look at the lists and the sending.
  lab.trouble = ({ method, url }) => {
    if (!edited && method === 'GET' && url.endsWith(`/files/${file}`)) {
      edited = true;
      lab.service.colleague(0).editFile(file, bytes('theirs'));
    }
    return null;
  };
  await expectBothKept(lab, ada);
  expect(versionsOf(lab, file)).toEqual(['base', 'theirs']);
});

test.each([
  ['the answer arrives', null, null],
  ['the answer is lost', { kind: 'lost-answer' }, null],
  ['the history is refused once', null, instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] })],
  [
    'the answer is lost and the history refused once',
    { kind: 'lost-answer' },
    instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] }),
  ],
  ['the history is empty once', null, instead(200, [])],
  ['the answer is lost and the history empty once', { kind: 'lost-answer' }, instead(200, [])],
] as const)(
  'a service that does not check the base: an edit that ours went over is put back on top, %s [T25]',
  async (_, trouble, history) => {
    const { lab, ada, file } = await labWithFile();
    lab.save(ada, { 'a.csv': 'mine' });
    let edited = false;
    let isTold = false;
    lab.trouble = ({ method, url }) => {
      if (edited && method === 'GET' && VERSION.test(url) && !isTold) {
        isTold = true;
        return history;
      }
      if (edited || method !== 'POST' || !VERSION.test(url)) return null;
      edited = true;
      lab.service.colleague(0).editFile(file, bytes('theirs'));
      return trouble;
    };
    await lab.sync(ada);
    expect(versionsOf(lab, file).slice(0, 3)).toEqual(['base', 'theirs', 'mine']);
    lab.clock.advanceBy(60_000);
    await expectBothKept(lab, ada);
    expect(versionsOf(lab, file)).toEqual(['base', 'theirs', 'mine', 'theirs']);
    const told = await lab.call(ada, 'activity.page', { before: null, limit: 20 });
    expect(told.filter(({ verb }) => verb === 'conflict').length).toBeGreaterThan(1);
  },
);

test.each([
  ['the answer arrives', null],
  ['the answer is lost', { kind: 'lost-answer' }],
] as const)(
  'an edit that ours went over comes back beside the file when somebody has put another one on top by then, %s [T25]',
  async (_, trouble) => {
    const { lab, ada, file } = await labWithFile();
    lab.save(ada, { 'a.csv': 'mine' });
    const edits: string[] = [];
    const edit = (text: string): void => {
      edits.push(text);
      lab.service.colleague(0).editFile(file, bytes(text));
    };
    lab.trouble = ({ method, url }) => {
      if (method === 'POST' && VERSION.test(url) && edits.length === 0) {
        edit('theirs');
        return trouble;
      }
      // The next thing that is asked of the file comes after another edit.
      if (method === 'GET' && url.includes(file) && edits.length === 1) edit('last');
      return null;
    };
    for (let turn = 0; turn < 4; turn++) {
      await lab.sync(ada);
      lab.clock.advanceBy(60_000);
    }
    expect(edits).toEqual(['theirs', 'last']);
    expect(Object.values(ada.texts()).sort()).toEqual(['last', 'mine', 'theirs']);
    expect(ada.texts()['a.csv']).toBe('last');
    expect(lab.there()).toEqual(ada.texts());
    expect(ada.stored()).toEqual([]);
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0 });
  },
);

test('an edit that ours went over unheard comes back in the place of the file when that was removed here, and edited [T25]', async () => {
  const { lab, ada, file } = await labWithFile();
  lab.save(ada, { 'a.csv': 'mine', 'other.csv': 'other', 'third.csv': 'third' });
  await syncUnheard(lab, ada, () => lab.service.colleague(0).editFile(file, bytes('theirs')));
  ada.disk.tree.remove(`${FOLDER}/a.csv`);
  // Nothing is asked about ours until the look has found the file removed.
  lab.trouble = ({ method, url }) => (method === 'GET' && url.endsWith('/content') ? instead(500, {}) : null);
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  lab.service.colleague(0).editFile(file, bytes('last'));
  lab.trouble = () => null;
  for (let turn = 0; turn < 4; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
  expect(versionsOf(lab, file)).toEqual(['base', 'theirs', 'mine', 'last']);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['last', 'other', 'theirs', 'third']);
  expect([lab.there(), ada.stored()]).toEqual([ada.texts(), []]);
});

test.each([
  ['of the file', /\/files\/[^/]+$/, 1],
  ['of the bytes of ours and theirs', /\/content$/, 2],
])(
  'an edit that ours went over unheard comes beside the file, although a stray refusal hides it at first, %s [10151485]',
  async (_, hidden, most) => {
    const { lab, ada, file } = await labWithFile();
    lab.save(ada, { 'a.csv': 'mine' });
    await syncUnheard(lab, ada, () => lab.service.colleague(0).editFile(file, bytes('theirs')));
    lab.service.colleague(0).editFile(file, bytes('last'));
    const refused = new Set<string>();
    lab.trouble = ({ method, url }) => {
      if (method !== 'GET' || !hidden.test(url) || refused.has(url) || refused.size === most) return null;
      refused.add(url);
      return instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] });
    };
    for (let turn = 0; turn < 3; turn++) {
      lab.clock.advanceBy(60_000);
      await lab.sync(ada);
    }
    expect(refused.size).toBe(most);
    expect(versionsOf(lab, file)).toEqual(['base', 'theirs', 'mine', 'last']);
    expect(Object.values(ada.texts()).toSorted()).toEqual(['last', 'mine', 'theirs']);
    expect([lab.there(), ada.stored()]).toEqual([ada.texts(), []]);
  },
);

test('an edit that arrived and was put back by whoever went over it is not taken for one that went over theirs [10069717]', async () => {
  const { lab, ada, file } = await labWithFile();
  lab.save(ada, { 'a.csv': 'mine' });
  await syncUnheard(lab, ada);
  const colleague = lab.service.colleague(0);
  colleague.editFile(file, bytes('theirs'));
  colleague.editFile(file, bytes('mine'));
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
  expect(versionsOf(lab, file)).toEqual(['base', 'mine', 'theirs', 'mine']);
  expect(ada.texts()).toEqual({ 'a.csv': 'mine' });
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
});

test('an edit whose answer came is known again after a crash where the history does not tell what it was made from', async () => {
  const { lab, ada, file } = await labWithFile();
  lab.service.change({ leftOut: ['versionDetails'] });
  lab.save(ada, { 'a.csv': 'mine' });
  const colleague = lab.service.colleague(0);
  await dying({ lab, ada }, /^http GET .*\/versions$/, () => {
    colleague.editFile(file, bytes('theirs'));
    colleague.editFile(file, bytes('mine'));
  });
  expect(versionsOf(lab, file)).toEqual(['base', 'mine', 'theirs', 'mine']);
  expect(ada.texts()).toEqual({ 'a.csv': 'mine' });
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
});

test.each([null, 'last'])(
  'an edit that ours went over is put back once, also when nobody hears of it, and somebody edits on (%s) [T25]',
  async edit => {
    const { lab, ada, file } = await labWithFile();
    lab.save(ada, { 'a.csv': 'mine' });
    let edited = false;
    let restored = 0;
    lab.trouble = ({ method, url }) => {
      if (method !== 'POST') return null;
      if (!edited && VERSION.test(url)) {
        edited = true;
        lab.service.colleague(0).editFile(file, bytes('theirs'));
      }
      return url.endsWith('/restore') && restored++ === 0 ? { kind: 'lost-answer' } : null;
    };
    await lab.sync(ada);
    expect(restored).toBe(1);
    if (edit !== null) lab.service.colleague(0).editFile(file, bytes(edit));
    for (let turn = 0; turn < 4; turn++) {
      lab.clock.advanceBy(600_000);
      await lab.sync(ada);
    }
    expect(restored).toBe(1);
    expect(Object.values(ada.texts()).sort()).toEqual([edit ?? 'theirs', 'mine'].sort());
    expect(ada.texts()['a.csv']).toBe(edit ?? 'theirs');
    expect([lab.there(), ada.stored()]).toEqual([ada.texts(), []]);
  },
);

test('an edit that ours went over, whose bytes do not come at first, leaves no false row in the store, and comes later [T25]', async () => {
  const { lab, ada, file } = await labWithFile();
  lab.save(ada, { 'a.csv': 'mine' });
  const edits: string[] = [];
  let refused = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && VERSION.test(url) && edits.length === 0) edits.push('theirs');
    else if (method === 'GET' && url.includes(file) && edits.length === 1) edits.push('last');
    else {
      const isContent = edits.length === 2 && method === 'GET' && url.includes('/objects/') && refused++ === 0;
      return isContent ? instead(500, {}) : null;
    }
    lab.service.colleague(0).editFile(file, bytes(edits.at(-1) ?? ''));
    return null;
  };
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    const rows = ada.journal.trash.all().map(({ name }) => name);
    expect(rows.filter(name => !ada.disk.stored.has(name))).toEqual([]);
    lab.clock.advanceBy(600_000);
  }
  expect(refused).toBeGreaterThan(0);
  expect(Object.values(ada.texts()).sort()).toEqual(['last', 'mine', 'theirs']);
  expect(ada.stored()).toEqual([]);
});

test.each([
  ['comes beside it when it may not be put back', /\/restore$/, ['mine', 'theirs'], 'kept beside it'],
  ['is told of when it may not be read either', /\/restore$|\/content$/, ['mine'], 'in the history'],
])('an edit that ours went over %s [T25]', async (_, refused, texts, told) => {
  const { lab, ada, file } = await labWithFile();
  lab.save(ada, { 'a.csv': 'mine' });
  let edited = false;
  lab.trouble = ({ method, url }) => {
    if (refused.test(url)) return instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] });
    if (edited || method !== 'POST' || !VERSION.test(url)) return null;
    edited = true;
    lab.service.colleague(0).editFile(file, bytes('theirs'));
    return null;
  };
  await lab.sync(ada);
  expect(versionsOf(lab, file)).toEqual(['base', 'theirs', 'mine']);
  const page = await lab.call(ada, 'activity.page', { before: null, limit: 20 });
  expect(page.filter(({ verb, cause }) => verb === 'conflict' && cause.includes(told))).toHaveLength(1);
  await lab.syncTwice(ada);
  expect(Object.values(ada.texts()).toSorted()).toEqual(texts);
  expect(ada.texts()['a.csv']).toBe('mine');
  expect(lab.there()).toEqual(ada.texts());
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, blocked: [] });
});

test.each([
  ['whose bytes do not come', 'GET', /\/objects\//],
  ['that is not put back', 'POST', /\/restore$/],
])(
  'an edit that ours went over unheard, %s at the next start, comes later, and ours stays [T25]',
  async (_, verb, where) => {
    const { lab, ada, file } = await labWithFile();
    lab.save(ada, { 'a.csv': 'mine' });
    await syncUnheard(lab, ada, () => lab.service.colleague(0).editFile(file, bytes('theirs')));
    let refused = 0;
    lab.trouble = ({ method, url }) =>
      method === verb && where.test(url) && refused++ === 0 ? instead(500, {}) : null;
    await expectBothKept(lab, ada);
    expect(refused).toBeGreaterThan(1);
  },
);

test('once a refusal showed that the base is checked, an edit costs one request [T25]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'one' });
  await lab.sync(ada);
  let calls: string[] = [];
  const looks = /\/folders\/|\/version$/;
  lab.trouble = ({ method, url }) => {
    if (!looks.test(url))
      calls.push(`${method} ${new URL(url).pathname.replace(/^\/api\/v1/, '').replaceAll(/[0-9a-f-]{36}/g, '{id}')}`);
    return null;
  };
  lab.save(ada, { 'a.csv': 'two' });
  await lab.sync(ada);
  expect(calls).toEqual(['GET /files/{id}', 'POST /files/{id}/versions', 'GET /files/{id}/versions']);
  lab.save(ada, { 'b.csv': 'two' });
  const edit = lab.trouble;
  lab.trouble = request => {
    const isSent = request.method === 'POST' && VERSION.test(request.url);
    if (isSent) lab.service.colleague(0).editFile(idOf(lab, 'b.csv'), bytes('theirs'));
    return edit(request);
  };
  await lab.sync(ada);
  lab.trouble = edit;
  await lab.sync(ada);
  calls = [];
  lab.save(ada, { 'a.csv': 'three' });
  await lab.sync(ada);
  expect(calls).toEqual(['POST /files/{id}/versions']);
  // A week later it is made sure of once.
  lab.clock.advanceBy(8 * 86_400_000 + 123);
  for (const text of ['four', 'five']) {
    calls = [];
    lab.save(ada, { 'a.csv': text });
    await lab.sync(ada);
  }
  expect(calls).toEqual(['POST /files/{id}/versions']);
});
