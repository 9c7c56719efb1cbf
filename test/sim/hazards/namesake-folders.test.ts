import { isDeepStrictEqual } from 'node:util';

import { describe, expect, test } from 'vitest';

import type { MirrorMode } from '../../../shared/model/mirror.ts';
import { FOLDER } from '../computer.ts';
import type { Computer } from '../computer.ts';
import type { HttpTrouble } from '../fake-http.ts';
import type { FakeNode } from '../fake-tree.ts';
import { memoryJournal } from '../memory-journal.ts';
import { QuietLab } from '../quiet-lab.ts';
import { altered, bytes, isList, rows } from './altered.ts';

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

describe.each(FOLDERS)('folders of one name are found again, nothing is sent or fetched: %s', (_, inside) => {
  test.each(HOWS.flatMap(how => (['two-way', 'download', 'upload'] as const).map(mode => [how, mode] as const)))(
    'after a %s, %s',
    async (how, mode) => {
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
    },
  );
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
  expect(ada.texts()).toEqual({
    'Run 12/data.csv': 'one',
    'Run 12 (3)/data.csv': 'three',
    'Run 12 (2)/other.csv': 'own',
    'Run 12 (2)/data.csv': 'our own',
  });
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
  expect(Object.keys(ada.texts())).toEqual(['Run 12 (3)/data.csv']);
  const before = everything(lab, ada);
  await again(lab, ada, 'journal lost', 'two-way');
  await expectNothingSent(lab, ada);
  expect(everything(lab, ada)).toEqual(before);
});

// GAP: neither names nor lengths tell these apart, and the service tells no hashes: the order in which it lists them decides.
test.each(['two-way', 'upload', 'download'] as const)(
  'folders of one name that differ in nothing but their bytes are found again, or nothing is lost where their order changed, %s',
  async mode => {
    for (const isTurned of [false, true]) {
      const lab = new QuietLab();
      const texts = ['one', 'two'];
      makeThere(
        lab,
        texts.map(text => ['Run 12', [['data.csv', text]]]),
      );
      const ada = await lab.computer('Ada');
      await lab.syncTwice(ada);
      const before = everything(lab, ada);
      const turned = (url: string): HttpTrouble => altered(lab, url, answer => rows(answer, all => all.toReversed()));
      if (isTurned) lab.trouble = request => (isList(request) ? turned(request.url) : null);
      await again(lab, ada, 'journal lost', mode);
      for (let turn = 0; turn < 4; turn++) await lab.syncTwice(ada);
      const isSame = isDeepStrictEqual(everything(lab, ada), before);
      expect([isTurned, isSame]).toEqual([isTurned, !isTurned]);
      expect(new Set(Object.values(ada.texts()))).toEqual(new Set(texts));
      const versions = lab.service.sights.history().map(version => new TextDecoder().decode(version.bytes));
      expect(new Set(versions)).toEqual(new Set(texts));
      expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
    }
  },
);
