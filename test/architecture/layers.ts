/** What the files of one folder may import. The table is the architecture; the test only reads it. */
export interface Layer {
  /** Folders, or single files, of this project. A folder may always import from itself, unless `closed` says no. */
  readonly folders: readonly string[];
  /** Folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** npm packages; `node:` stands for all of Node. */
  readonly packages: readonly string[];
  /** Whether each folder directly below is a world of its own: `renderer/features/browse` never imports `renderer/features/status`. */
  readonly closed?: true;
}

const WINDOW_KIT = ['react', 'react-aria-components', 'lucide-react'];

/** What decides, remembers, observes and acts; none of it knows a feature. */
const KERNEL = ['main/core', 'main/ports', 'main/journal', 'main/local', 'main/remote', 'main/engine'];

/**
 * What both sides may use besides themselves: what the engine's functions share, what work may cost, and how content is
 * fetched, verified and kept in the trash, which acting on either side needs. Nothing of the engine's loop, planning or
 * recovery.
 */
const SIDE = [
  'main/core',
  'main/ports',
  'main/journal',
  'main/engine/context',
  'main/engine/content',
  'main/engine/limits',
];

/** Sends what instruments write, through the ports alone. */
const ZONES: Layer = {
  folders: [
    'shared',
    'main/core',
    'main/ports',
    'main/remote/api',
    'main/remote/transfer',
    'main/features/zones/engine',
    'main/features/zones/observe',
    'main/features/zones/records',
    'main/features/zones/send',
  ],
  packages: ['zod', 'ignore'],
};

/** What a window's features may use besides their own folder: any feature's store, and no other feature's views. */
const WINDOW = [
  'shared',
  'renderer/state',
  'renderer/features/*/stores',
  'renderer/components',
  'renderer/markdown',
  'renderer/styles',
];

/**
 * The longest matching folder counts; `*` stands for one name. A file in no folder of the table is a mistake.
 */
export const LAYERS: { readonly [folder: string]: Layer } = {
  shared: { folders: [], packages: ['zod'] },
  // Reads files in the window's workers and for the command line alike.
  'shared/preview': {
    folders: ['shared'],
    packages: [
      '@e965/xlsx',
      'chardet',
      'dicom-parser',
      'fflate',
      'fzstd',
      'h5wasm',
      'hyparquet',
      'hyparquet-compressors',
      'unpdf',
    ],
  },
  // Compares in the window's workers and for the command line alike.
  'shared/diff': { folders: ['shared/preview'], packages: ['diff'] },

  'main/core': { folders: ['shared'], packages: ['ignore'] },
  'main/ports': { folders: ['shared'], packages: [] },
  'main/journal': { folders: ['shared', 'main/core', 'main/ports'], packages: ['zod'] },
  'main/journal/storage/database.ts': {
    folders: ['shared', 'main/ports', 'main/journal'],
    packages: ['better-sqlite3'],
  },
  // The lock of a data directory is an SQLite file held open, so that any death frees it.
  'main/journal/storage/directory-lock.ts': {
    folders: ['shared', 'main/ports', 'main/journal'],
    packages: ['better-sqlite3'],
  },
  // A damaged journal is set aside and its backups are kept as whole files, beside what SQLite does.
  'main/journal/storage/backups.ts': { folders: ['shared', 'main/ports', 'main/journal'], packages: ['node:'] },
  'main/journal/storage/clean-close.ts': { folders: ['shared'], packages: ['node:', 'zod'] },
  'main/journal/storage/open-or-restore.ts': { folders: ['shared', 'main/ports', 'main/journal'], packages: ['node:'] },
  // What comes from the service to the folder is described by the service's answers.
  'main/local': { folders: ['shared', ...SIDE], types: ['main/remote/api'], packages: [] },
  'main/remote': { folders: ['shared', ...SIDE], packages: ['zod'] },
  // The client of the service: its callers use the journal and the engine, but it must know neither of them.
  'main/remote/api': { folders: ['shared', 'main/core', 'main/ports', 'main/remote/transfer'], packages: ['zod'] },
  'main/remote/transfer': { folders: ['shared', 'main/core', 'main/ports', 'main/remote'], packages: ['zod'] },
  'main/remote/browse': {
    folders: ['shared', ...SIDE, 'main/remote', 'main/engine/account'],
    packages: [],
  },
  'main/engine': { folders: ['shared', ...KERNEL], packages: [] },
  'main/search': { folders: ['shared', 'main/core', 'main/ports', 'main/journal'], packages: [] },
  // The index is a file of its own, which may be thrown away.
  'main/search/search-db.ts': { folders: ['main/journal'], packages: ['better-sqlite3', 'node:'] },

  // What several features borrow; it knows none of them.
  'main/items': { folders: ['shared', ...KERNEL, 'main/search'], packages: ['zod'] },
  'main/features': { folders: ['shared', ...KERNEL, 'main/search', 'main/items', 'main/features'], packages: ['zod'] },
  // Writes the support bundle's zip; nothing in the engine takes one apart (a security test says so).
  'main/features/diagnostics/bundle.ts': {
    folders: ['shared', ...KERNEL, 'main/items', 'main/features/diagnostics'],
    packages: ['fflate'],
  },
  // Reads what instruments write and sends it. Nothing in it can reach a file system: it comes through ports alone (S33).
  'main/features/zones/engine': ZONES,
  'main/features/zones/observe': ZONES,
  'main/features/zones/records': ZONES,
  'main/features/zones/send': ZONES,
  // The record of the zones is a file of its own, which is never thrown away.
  'main/features/zones/records/zones-db.ts': {
    folders: ['shared', 'main/features/zones/records'],
    packages: ['better-sqlite3', 'node:'],
  },
  'main/app': { folders: ['shared', ...KERNEL, 'main/search', 'main/items', 'main/features'], packages: ['zod'] },

  // Updates come through a library that reaches into Electron as it loads.
  'main/shell/updates/updates.ts': { folders: ['shared', 'main/ports', 'main/shell'], packages: ['electron-updater'] },

  'main/node': {
    folders: ['shared', 'main/ports'],
    packages: ['node:', 'chokidar', 'undici', 'keytar', 'pino', 'env-paths', 'fs-native-extensions', 'koffi'],
  },
  // Reads sources through nothing but the facade beside it, which has no call that writes (S33).
  'main/node/source/node-source.ts': { folders: ['shared', 'main/ports', 'main/node'], types: [], packages: [] },
  'main/server': {
    folders: ['shared', 'main/app', 'main/items', 'main/ports'],
    packages: ['node:', 'fastify', '@fastify/websocket'],
  },
  'main/cli': {
    folders: [
      'shared',
      'main/app',
      'main/items',
      'main/features',
      'main/node',
      'main/journal/storage/directory-lock.ts',
    ],
    types: ['main/server', 'main/ports'],
    packages: ['node:', 'commander', 'env-paths', 'zod'],
  },
  // Starts the engine, does not contain it: of the window's server only the build's files and the headers.
  'main/shell': {
    folders: ['shared', 'main/ports', 'main/server/build-files.ts', 'main/server/page-headers.ts'],
    packages: ['node:', 'electron', 'zod'],
  },
  main: { folders: ['shared', 'main'], packages: ['node:', 'commander'] },

  renderer: { folders: ['shared', 'renderer'], packages: [...WINDOW_KIT, 'react-dom'] },
  'renderer/vite.config.ts': { folders: ['shared'], packages: ['node:', 'vite', '@vitejs/plugin-react'] },
  'renderer/state': { folders: ['shared'], packages: ['zustand'] },
  'renderer/components': {
    folders: ['renderer/styles', 'shared/text', 'shared/features'],
    types: ['shared'],
    packages: WINDOW_KIT,
  },
  // Draws numbers, reads them out, and saves what it drew. The library loads with the first chart.
  'renderer/components/chart': {
    folders: ['shared', 'renderer/state', 'renderer/components'],
    packages: [...WINDOW_KIT, 'uplot'],
  },
  // Chooses a folder of this computer: the engine reads which there are, the desktop app has the system's dialog.
  'renderer/components/local-folder': {
    folders: ['shared', 'renderer/state', 'renderer/components'],
    packages: WINDOW_KIT,
  },
  // Draws tables with the pure functions that draw them into files, so that both look alike.
  'renderer/components/pictures': {
    folders: ['shared/preview', 'shared/features', 'shared/text', 'renderer/components'],
    types: ['shared'],
    packages: WINDOW_KIT,
  },
  // Both previews and conversations are Markdown. Its code loads with the first of them.
  'renderer/markdown': {
    folders: ['shared', 'renderer/state', 'renderer/features/preview/stores', 'renderer/components'],
    packages: [
      ...WINDOW_KIT,
      'hast',
      'hast-util-to-jsx-runtime',
      'mdast',
      'rehype-katex',
      'rehype-sanitize',
      'remark-gfm',
      'remark-math',
      'remark-parse',
      'remark-rehype',
      'unified',
    ],
  },
  'renderer/frame': { folders: WINDOW, packages: WINDOW_KIT },
  'renderer/features': { folders: WINDOW, packages: WINDOW_KIT, closed: true },
  'renderer/features/*/stores': {
    folders: ['shared', 'renderer/state', 'renderer/features/*/stores'],
    packages: ['zustand'],
  },
  // Views that show another feature as a part of themselves.
  // The only worker that may load WebAssembly belongs to the previews; comparing has it read versions, too.
  'renderer/features/versions/stores/hdf5-versions.ts': {
    folders: [
      'shared',
      'renderer/state',
      'renderer/features/*/stores',
      'renderer/features/preview/sections/workers.ts',
      'renderer/features/preview/sections/workers/hdf5.worker.ts',
    ],
    packages: [],
  },
  'renderer/features/browse': {
    folders: [
      ...WINDOW,
      'renderer/features/library/library-empty.tsx',
      'renderer/features/preview/thumbnail/thumbnail.tsx',
    ],
    packages: WINDOW_KIT,
  },
  'renderer/features/drops': { folders: [...WINDOW, 'renderer/features/edit'], packages: WINDOW_KIT },
  'renderer/features/library': { folders: [...WINDOW, 'renderer/features/edit'], packages: WINDOW_KIT },
  'renderer/features/trash': { folders: [...WINDOW, 'renderer/features/edit'], packages: WINDOW_KIT },
  'renderer/features/organization': {
    folders: [...WINDOW, 'renderer/features/projects/projects-tab.tsx'],
    packages: WINDOW_KIT,
  },
  'renderer/features/projects': {
    folders: [...WINDOW, 'renderer/features/organization/section'],
    packages: WINDOW_KIT,
  },
  'renderer/features/set-up': { folders: [...WINDOW, 'renderer/features/account/sign-in'], packages: WINDOW_KIT },
  'renderer/features/settings': {
    folders: [...WINDOW, 'renderer/features/mirrors/folders.tsx', 'renderer/features/sign-out/leaving.tsx'],
    packages: WINDOW_KIT,
  },
  // Libraries that read files stay here: their code loads with the first file that needs it.
  'renderer/features/preview': {
    folders: WINDOW,
    packages: [...WINDOW_KIT, '@shikijs/langs', 'fflate', 'shiki', 'unpdf', 'yaml'],
  },
};

/** The only folders of `main` that may see the clock, chance, the process and the network; entries lie in `main` itself. */
export const EDGES = ['main/node', 'main/server', 'main/shell', 'main/cli'];

/** Globals that bring the outside world in. Elsewhere it comes through the ports. */
export const OUTSIDE_WORLD: readonly string[] = [
  'Date',
  'console',
  'fetch',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

/** What the root of the repository may hold, names with a leading dot and ignored folders apart. */
export const ROOT_NAMES: readonly string[] = [
  'LICENSE',
  'README.md',
  'assets',
  'electron-builder.yml',
  'main',
  'package-lock.json',
  'package.json',
  'renderer',
  'shared',
  'test',
  'tsconfig.json',
];

/** Words that say nothing about what a file holds. */
export const EMPTY_WORDS: readonly string[] = ['manager', 'helper', 'helpers', 'util', 'utils', 'misc', 'common'];
