import { isDeepStrictEqual } from 'node:util';

import { describe, expect, test } from 'vitest';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { perTier } from '../../../setup/run/effort.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';
import type { FakeNode } from '../../fakes/fake-tree.ts';
import { memoryJournal } from '../../fakes/memory-journal.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { altered, bytes, isList, rows } from '../../lab/altered-answers.ts';

/** What a folder holds: names, which need not be different, with a text or with what is in them. */
type Inside = readonly (readonly [string, string | Inside])[];

function makeThere(lab: QuietLab, inside: Inside, parent = lab.root): void {
  const colleague = lab.service.colleague(0);
  for (const [name, content] of inside)
    if (typeof content === 'string') colleague.createFile(parent, name, bytes(content));
    else makeThere(lab, content, colleague.createFolder(parent, name));
}

const HOWS = ['mirror added again', 'journal lost'] as const;
type How = (typeof HOWS)[number];

async function again(lab: QuietLab, ada: Computer, how: How, mode: MirrorMode): Promise<void> {
  if (how === 'mirror added again') {
    const [mirror] = await lab.call(ada, 'mirrors.list', null);
    await lab.call(ada, 'mirrors.remove', { id: mirror?.id ?? '' });
  } else {
    await lab.drive(ada.app.close());
    ada.journal = memoryJournal().journal;
    await lab.drive(ada.start());
    const key = lab.service.users[0]?.apiKey ?? '';
    await lab.call(ada, 'account.signIn', { service: lab.service.baseUrl, key, store: null });
  }
  await lab.call(ada, 'mirrors.add', { remote: lab.root, local: FOLDER, mode });
  for (const name of ['deleteHoldSeconds', 'settleMs']) await lab.call(ada, 'settings.set', { name, value: '0' });
}

/** Every path of a folder here, with texts. */
function pathsOf(node: FakeNode | null, path = ''): readonly string[] {
  if (node?.kind === 'file') return [`${path} (${new TextDecoder().decode(node.bytes)})`];
  if (node?.kind !== 'folder') return [path];
  return [path, ...[...node.names].flatMap(([name, child]) => pathsOf(child, `${path}/${name}`))];
}

/** All that is here and all that is and was at the service. */
function everything(lab: QuietLab, ada: Computer): unknown {
  const here = pathsOf(ada.disk.tree.find(FOLDER)).filter(path => !path.startsWith('/.benchtop'));
  const there = lab.service.sights.tree(lab.root).map(({ id, path }) => `${path} ${id}`);
  return { here: here.toSorted(), there: there.toSorted(), versions: lab.service.sights.history().length };
}

async function expectNothingSent(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, conflicted: [], blocked: [] });
    lab.clock.advanceBy(60_000);
  }
}

const FOLDERS: readonly (readonly [string, Inside])[] = [
  ['two of them', ['one', 'three'].map(text => ['Run 12', [['data.csv', text]]] as const)],
  [
    'three of them with a file that is the same in all',
    ['one', 'three', 'sixteen'].map(
      text =>
        [
          'Run 12',
          [
            ['data.csv', text],
            ['notes.md', 'same'],
          ],
        ] as const,
    ),
  ],
  [
    'files in folders of theirs',
    ['one', 'three', 'sixteen'].map(
      text =>
        [
          'Run 12',
          [
            ['raw', [['deep', [['data.csv', text]]]]],
            ['empty', []],
          ],
        ] as const,
    ),
  ],
  [
    'namesakes in namesakes',
    [
      ['one', 'three'],
      ['sixteen', 'a'],
    ].map(texts => ['Run 12', texts.map(text => ['raw', [['data.csv', text]]] as const)] as const),
  ],
  [
    'with files of one name',
    [
      [
        'Run 12',
        [
          ['a.csv', 'one'],
          ['a.csv', 'three'],
        ],
      ],
      ['Run 12', [['a.csv', 'sixteen']]],
    ],
  ],
  [
    'an empty one',
    [
      ['Run 12', []],
      ['Run 12', [['data.csv', 'one']]],
    ],
  ],
  [
    'empty ones',
    [
      ['Run 12', []],
      ['Run 12', []],
    ],
  ],
];

/** Every day the usual one. */
const MODES = perTier<readonly MirrorMode[]>({ everyday: ['two-way'], proof: ['two-way', 'download', 'upload'] });

describe.each(FOLDERS)('folders of one name are found again, nothing is sent or fetched: %s', (_, inside) => {
  test.each(HOWS.flatMap(how => MODES.map(mode => [how, mode] as const)))('after a %s, %s', async (how, mode) => {
    for (const isTurned of [false, true]) {
      // An upload mirror does not know files by a number.
      if (mode === 'upload' && inside.some(([, files]) => files.length > 1 && files[0]?.[0] === 'a.csv')) continue;
      const lab = new QuietLab();
      makeThere(lab, inside);
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      const before = everything(lab, ada);
      if (isTurned) lab.service.change({ listingOrder: 'shuffled' });
      await again(lab, ada, how, mode);
      await expectNothingSent(lab, ada);
      expect(everything(lab, ada)).toEqual(before);
    }
  });
});

test('a folder of somebody here that goes by a number is no namesake when it holds something else', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  makeThere(lab, [
    ['Run 12', [['data.csv', 'one']]],
    ['Run 12', [['data.csv', 'three']]],
  ]);
  lab.save(ada, { 'Run 12 (2)/other.csv': 'own', 'Run 12 (2)/data.csv': 'our own' });
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  // Which of the two has the plain name is decided by whose list was answered first.
  const { 'Run 12/data.csv': plain, 'Run 12 (3)/data.csv': numbered, ...own } = ada.texts();
  expect(new Set([plain, numbered])).toEqual(new Set(['one', 'three']));
  expect(own).toEqual({ 'Run 12 (2)/other.csv': 'own', 'Run 12 (2)/data.csv': 'our own' });
  const paths = lab.service.sights.tree(lab.root).map(({ path }) => path);
  expect(paths.toSorted()).toEqual([
    'Run 12',
    'Run 12',
    'Run 12 (2)',
    'Run 12 (2)/data.csv',
    'Run 12 (2)/other.csv',
    'Run 12/data.csv',
    'Run 12/data.csv',
  ]);
});

test('the third of three folders of one name is found again when the first two are gone', async () => {
  const lab = new QuietLab();
  makeThere(
    lab,
    ['one', 'three', 'sixteen'].map(text => ['Run 12', [['data.csv', text]]]),
  );
  const ada = await lab.computer('Ada');
  await lab.syncTwice(ada);
  const folders = lab.service.sights.tree(lab.root).filter(({ kind }) => kind === 'folder');
  const third = ada.journal.items.byLocalPlace(ada.journal.mirrors.all()[0]?.rootItem as never, 'Run 12 (3)');
  for (const { id } of folders) if (id !== third?.remote?.id) lab.service.colleague(0).archiveFolder(id);
  for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
  expect(Object.keys(ada.texts())).toEqual(['Run 12/data.csv']);
  ada.disk.tree.rename(`${FOLDER}/Run 12`, `${FOLDER}/Run 12 (3)`);
  await again(lab, ada, 'journal lost', 'two-way');
  await expectNothingSent(lab, ada);
  expect(Object.keys(ada.texts())).toEqual(['Run 12/data.csv']);
});

/** Told apart by nothing but bytes of one length: alone, beside what is the same in both, and further down. */
const TWINS: readonly (readonly [
  string,
  readonly (readonly [path: string, text: string])[],
  readonly (readonly [path: string, text: string])[],
])[] = [
  ['one file', [['data.csv', 'one']], [['data.csv', 'two']]],
  [
    'some files the same',
    [
      ['a.csv', 'same'],
      ['data.csv', 'one'],
      ['z.csv', 'same too'],
    ],
    [
      ['a.csv', 'same'],
      ['data.csv', 'two'],
      ['z.csv', 'same too'],
    ],
  ],
  [
    'many files',
    Array.from({ length: 12 }, (_, at) => [`${at}.csv`, `one ${at}`] as const),
    Array.from({ length: 12 }, (_, at) => [`${at}.csv`, `two ${at}`] as const),
  ],
  [
    'in folders of theirs',
    [
      ['deep/er/data.csv', 'one'],
      ['deep/same.csv', 'x'],
    ],
    [
      ['deep/er/data.csv', 'two'],
      ['deep/same.csv', 'x'],
    ],
  ],
];

// GAP: where this computer only sends, the order in which the service lists them decides; what went over is in the history.
test.each(MODES.flatMap(mode => TWINS.map(twins => [mode, ...twins] as const)))(
  'folders of one name that differ in nothing but their bytes are found again by them, also where their order changed, %s, %s',
  async (mode, _, first, second) => {
    for (const isTurned of [false, true]) {
      const lab = new QuietLab();
      const texts = [...first, ...second].map(([, text]) => text);
      makeThere(lab, [
        ['Run 12', first],
        ['Run 12', second],
      ]);
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      const before = everything(lab, ada);
      const turned = (url: string): HttpTrouble => altered(lab, url, answer => rows(answer, all => all.toReversed()));
      if (isTurned) lab.trouble = request => (isList(request) ? turned(request.url) : null);
      await again(lab, ada, 'journal lost', mode);
      for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
      const isSame = isDeepStrictEqual(everything(lab, ada), before);
      expect([isTurned, isSame]).toEqual([isTurned, !isTurned || mode !== 'upload']);
      expect(new Set(Object.values(ada.texts()))).toEqual(new Set(texts));
      const versions = lab.service.sights.history().map(version => new TextDecoder().decode(version.bytes));
      expect(new Set(versions)).toEqual(new Set(texts));
      expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
    }
  },
);

/** Of one length, and one has as its name what the other one would be called here beside a namesake. */
const NUMBERED: readonly (readonly [string, Inside, Inside])[] = [
  ['files', [['gel.png', 'one']], [['gel (2).png', 'two']]],
  ['folders', [['raw', [['gel.png', 'one']]]], [['raw (2)', [['gel.png', 'two']]]]],
  [
    'files among others',
    [
      ['a.csv', 'same'],
      ['gel.png', 'one'],
    ],
    [
      ['a.csv', 'same'],
      ['gel (2).png', 'two'],
    ],
  ],
];

test.each(MODES.flatMap(mode => NUMBERED.map(each => [mode, ...each] as const)))(
  'folders of one name whose contents’ names differ in a number only are found again, also in another order, %s, %s',
  async (mode, _, first, second) => {
    for (const isTurned of [false, true])
      for (const inside of [
        [first, second],
        [second, first],
      ]) {
        const lab = new QuietLab();
        makeThere(
          lab,
          inside.map(each => ['Run 12', each] as const),
        );
        const ada = await lab.computer('Ada');
        await lab.syncTwice(ada);
        const before = everything(lab, ada);
        const turned = (url: string): HttpTrouble => altered(lab, url, answer => rows(answer, all => all.toReversed()));
        if (isTurned) lab.trouble = request => (isList(request) ? turned(request.url) : null);
        await again(lab, ada, 'journal lost', mode);
        for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
        expect(everything(lab, ada)).toEqual(before);
      }
  },
);

test.each([
  ['removed', null],
  ['renamed', 'y.csv'],
])('folders taken for each other stay so where a file in them was %s meanwhile', async (_, instead) => {
  const lab = new QuietLab();
  const folderWith = (text: string): Inside => [
    ['data.csv', text],
    ['z.csv', 'same'],
  ];
  makeThere(lab, [
    ['Run 12', folderWith('one')],
    ['Run 12', folderWith('two')],
  ]);
  const ada = await lab.computer('Ada');
  await lab.syncTwice(ada);
  const files = lab.service.sights.tree(lab.root).filter(({ path }) => path.endsWith('data.csv'));
  const turned = (url: string): HttpTrouble => altered(lab, url, answer => rows(answer, all => all.toReversed()));
  const away: HttpTrouble = { kind: 'instead', answer: { status: 500, body: '{}' } };
  lab.trouble = ({ url, ...request }) => {
    if (url.includes('/content') && files.some(({ id }) => url.includes(id))) return away;
    return isList({ url, ...request }) ? turned(url) : null;
  };
  await again(lab, ada, 'journal lost', 'two-way');
  await lab.syncTwice(ada);
  expect(ada.texts()).toMatchObject({ 'Run 12/z.csv': 'same', 'Run 12 (2)/z.csv': 'same' });
  lab.remove(ada, 'Run 12/z.csv');
  if (instead !== null) lab.save(ada, { [`Run 12/${instead}`]: 'same' });
  await lab.call(ada, 'settings.set', { name: 'deleteHoldSeconds', value: '3600' });
  lab.trouble = () => null;
  for (let turn = 0; turn < 6; turn++) {
    lab.clock.advanceBy(600_000);
    await lab.syncTwice(ada);
    expect(Object.keys(ada.texts()).filter(path => path.endsWith('/z.csv'))).toHaveLength(1);
  }
  expect(new Set(Object.values(ada.texts()))).toEqual(new Set(['one', 'two', 'same']));
  // Which of the two is the older one there decides which has the number.
  const others = Object.keys(ada.texts()).filter(path => !/\/(data|z)[ .]/.test(path));
  expect(others.map(path => path.replace(/^Run 12(?: \(2\))?\//, ''))).toEqual(instead === null ? [] : [instead]);
});

/** What is in a folder that has a number here because a file has its name, and in one that has that number in its name. */
const MOVED_UP: readonly (readonly [string, Inside, Inside])[] = [
  [
    'the first holds more',
    [
      ['data.csv', 'one'],
      ['more.csv', 'more'],
    ],
    [['data.csv', 'two']],
  ],
  [
    'the second holds more',
    [['data.csv', 'one']],
    [
      ['data.csv', 'two'],
      ['more.csv', 'more'],
    ],
  ],
  ['only their bytes differ', [['data.csv', 'one']], [['data.csv', 'two']]],
];

test.each(MODES.flatMap(mode => MOVED_UP.map(each => [mode, ...each] as const)))(
  'a folder under a number that another one has as its name, which got a further one in earlier versions, is found again, %s, %s',
  async (mode, _, first, second) => {
    for (const how of HOWS) {
      const lab = new QuietLab();
      const ada = await lab.computer('Ada');
      lab.save(ada, { 'Run 12': 'a file' });
      await lab.syncTwice(ada);
      makeThere(lab, [['Run 12', first]]);
      await lab.syncTwice(ada);
      makeThere(lab, [['Run 12 (2)', second]]);
      await lab.syncTwice(ada);
      lab.remove(ada, 'Run 12');
      await lab.syncTwice(ada);
      const before = everything(lab, ada);
      expect(ada.texts()).toMatchObject({ 'Run 12/data.csv': 'one', 'Run 12 (2)/data.csv': 'two' });
      ada.disk.tree.rename(`${FOLDER}/Run 12 (2)`, `${FOLDER}/Run 12 (2) (2)`);
      ada.disk.tree.rename(`${FOLDER}/Run 12`, `${FOLDER}/Run 12 (2)`);
      const earlier = everything(lab, ada);
      await again(lab, ada, how, mode);
      await expectNothingSent(lab, ada);
      expect(everything(lab, ada)).toEqual(mode === 'upload' ? earlier : before);
    }
  },
);
