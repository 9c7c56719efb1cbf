import fc from 'fast-check';
import { expect, test } from 'vitest';

import { answerApp, answerBytes, type Sources } from '../../../main/shell/window/protocol-answers.ts';
import { type Asked, askedOfApp, askedOfBytes, isOwnPage } from '../../../main/shell/window/requested-address.ts';
import { placesFrom } from '../../../main/shell/app-paths.ts';
import { desktopSecurityPolicy } from '../../../main/server/page-headers.ts';
import { engineTrouble } from '../../../shared/desktop/text.ts';
import { NONCE_PLACEHOLDER } from '../../../shared/rpc/window-nonce.ts';

const NOTHING: Asked = { is: 'nothing' };

test.each<readonly [string, string, string, Asked]>([
  ['the page', 'app://bundle/', 'GET', { is: 'page' }],
  ['a file of the build', 'app://bundle/assets/main-a1.js', 'GET', { is: 'file', path: '/assets/main-a1.js' }],
  ['what is told of trouble', 'app://bundle/trouble', 'GET', { is: 'trouble' }],
  ['a download', 'app://bundle/download/a-1', 'GET', { is: 'bytes', method: 'GET', path: '/download/a-1' }],
  [
    'a drop',
    'app://bundle/drop/t/Plate%207/a.csv',
    'PUT',
    { is: 'bytes', method: 'PUT', path: '/drop/t/Plate%207/a.csv' },
  ],
  ['another host', 'app://other/', 'GET', NOTHING],
  ['a host that begins like ours', 'app://bundle.example/', 'GET', NOTHING],
  ['another scheme', 'https://bundle/', 'GET', NOTHING],
  ['a way up', 'app://bundle/assets/../../secret', 'GET', NOTHING],
  ['a way up in disguise', 'app://bundle/%2e%2e/secret', 'GET', NOTHING],
  ['a backslash in disguise', 'app://bundle/assets%5csecret', 'GET', NOTHING],
  ['an end of a text in disguise', 'app://bundle/a%00.js', 'GET', NOTHING],
  ['a question', 'app://bundle/?key=1', 'GET', NOTHING],
  ['two slashes', 'app://bundle//etc/passwd', 'GET', NOTHING],
  ['another method', 'app://bundle/', 'POST', NOTHING],
  ['a file that is written', 'app://bundle/assets/a.js', 'PUT', NOTHING],
  ['a drop without a name', 'app://bundle/drop/t/', 'PUT', NOTHING],
])('S02 an address of the window: %s', (_, url, method, asked) => expect(askedOfApp(url, method)).toEqual(asked));

test('S02 whatever is asked for, a file of the build is named without any way out of it', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('..', '.', '%2e', '\\', '%5c', '\0', '//', ':', '/', 'assets'));
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom('GET', 'PUT', 'POST', 'DELETE'), (parts, method) => {
      const asked = askedOfApp(`app://bundle/${parts.join('/')}`, method);
      const path = 'path' in asked ? asked.path : '/';
      expect(path).toMatch(asked.is === 'bytes' ? /^\/(drop|download)\// : /^\/(?:[\w.-]+(?:\/[\w.-]*)*)?$/);
      expect(asked.is === 'file' && path.includes('..')).toBe(false);
    }),
  );
});

test.each([
  ['kbfile://preview/content/a-1', 'GET', { is: 'bytes', method: 'GET', path: '/content/a-1' }],
  ['kbfile://preview/content/a-1', 'PUT', NOTHING],
  ['kbfile://preview/content/a/b', 'GET', NOTHING],
  ['kbfile://preview/content/%2e%2e', 'GET', NOTHING],
  ['kbfile://other/content/a', 'GET', NOTHING],
  ['kbfile://preview/', 'GET', NOTHING],
] as const)('S25 of %s with %s only one content is read', (url, method, asked) =>
  expect(askedOfBytes(url, method)).toEqual(asked),
);

test('S05 only the two pages are pages, with any end', () => {
  expect(['app://bundle/', 'app://bundle/#/chat', 'app://bundle/trouble'].map(isOwnPage)).toEqual([true, true, true]);
  const others = ['app://bundle/assets/a.js', 'app://bundle/?x', 'https://example.com/', 'kbfile://preview/', ''];
  expect(others.map(isOwnPage)).toEqual(others.map(() => false));
});

const SOURCES: Sources = {
  build: {
    page: `<style nonce="${NONCE_PLACEHOLDER}">`,
    files: new Map(
      ['/a.js', '/assets/hdf5.worker-1a2b.js', '/assets/arrays.worker-1a2b.js'].map(path => [
        path,
        { type: 'text/javascript', bytes: Buffer.from('1') },
      ]),
    ),
  },
  trouble: () => engineTrouble('<img src=x onerror=1> & more'),
  openBytes: () => null,
  handedOver: async () => null,
  onPage: () => undefined,
};

test('S03 each page comes with the policy, a nonce of its own, and nothing else', async () => {
  const answers = await Promise.all([1, 2].map(() => answerApp(new Request('app://bundle/'), SOURCES)));
  const [one, two] = answers.map(({ headers }) => headers.get('content-security-policy') ?? '');
  expect(one).not.toBe(two);
  const [, nonce = ''] = /'nonce-([\w-]{24})'/.exec(one ?? '') ?? [];
  expect(one).toBe(desktopSecurityPolicy(nonce));
  expect(await answers[0]?.text()).toBe(`<style nonce="${nonce}">`);
  expect(one).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' kbfile: blob:; ` +
      "font-src 'self'; connect-src 'self' kbfile:; worker-src 'self'; media-src kbfile:; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
      'trusted-types app default',
  );
});

test('S03 only the worker of HDF5 may compile WebAssembly', async () => {
  const paths = ['', 'a.js', 'assets/hdf5.worker-1a2b.js', 'assets/arrays.worker-1a2b.js', 'none.js', 'trouble'];
  const policies = await Promise.all(
    paths.map(async path => {
      const { headers } = await answerApp(new Request(`app://bundle/${path}`), SOURCES);
      return headers.get('content-security-policy') ?? '';
    }),
  );
  expect(paths.filter((_, at) => policies[at]?.includes('wasm'))).toEqual(['assets/hdf5.worker-1a2b.js']);
  expect(policies[2]).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'");
});

test('S03 what stands in for the window has no script, and what it says is text', async () => {
  const answer = await answerApp(new Request('app://bundle/trouble'), SOURCES);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]{24}'; /);
  expect(await answer.text()).toContain('&lt;img src=x onerror=1&gt; &amp; more');
});

test('files of the build are served, others are not there, and without an engine no bytes are', async () => {
  const statusOf = async (path: string): Promise<number> =>
    (await answerApp(new Request(`app://bundle${path}`), SOURCES)).status;
  expect(await Promise.all(['/a.js', '/b.js', '/download/a'].map(statusOf))).toEqual([200, 404, 503]);
});

test.each(['https://example.com', null])('a request from the origin %s gets nothing of the window', async origin => {
  const stranger = Object.assign(new Request('app://bundle/'), { initiatorOrigin: origin });
  expect((await answerApp(stranger, SOURCES)).status).toBe(404);
});

test('S25 what is looked into is given to the window, and to no other page', async () => {
  const ask = (initiatorOrigin?: string | null): Promise<Response> =>
    answerBytes(
      Object.assign(
        new Request('kbfile://preview/content/a'),
        initiatorOrigin === undefined ? {} : { initiatorOrigin },
      ),
      SOURCES,
    );
  const statuses = await Promise.all([undefined, 'app://bundle', 'https://example.com', null].map(ask));
  expect(statuses.map(({ status }) => status)).toEqual([503, 503, 404, 404]);
  expect(statuses[1]?.headers.get('access-control-allow-origin')).toBe('app://bundle');
});

test('everything is found beside the sources and beside what was built', () => {
  expect(placesFrom('file:///clone/main/shell/app-paths.ts')).toEqual({
    engine: '/clone/main/desktop-engine.ts',
    preload: '/clone/main/shell/window/preload.ts',
    window: '/clone/out/renderer',
    tray: '/clone/assets/tray',
  });
  expect(placesFrom('file:///opt/Benchtop/resources/app.asar/desktop.js')).toEqual({
    engine: '/opt/Benchtop/resources/app.asar/desktop-engine.js',
    preload: '/opt/Benchtop/resources/app.asar/preload.cjs',
    window: '/opt/Benchtop/resources/app.asar/renderer',
    tray: '/opt/Benchtop/resources/app.asar/assets/tray',
  });
});
