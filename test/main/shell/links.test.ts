import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hashOfPlace, IncomingLinks, linkIn, readLink } from '../../../main/shell/deep-link.ts';
import { couldRun } from '../../../main/shell/system/runnable-names.ts';
import { WEB_PREFERENCES } from '../../../main/shell/window/web-preferences.ts';
import { proxyIn } from '../../../main/shell/system/system-proxy.ts';
import { outsideAddress } from '../../../shared/outside-address.ts';

const ID = '3f0e8a52-6f0b-4d52-9f3c-0b7f2c1d4e5a';

test.each([
  ['benchtop://open', { to: 'place', hash: '#/files' }],
  ['benchtop://attention', { to: 'place', hash: '#/attention' }],
  ['benchtop://settings/', { to: 'place', hash: '#/settings' }],
  [`benchtop://folder/${ID}`, { to: 'place', hash: `#/files/:base/${ID}` }],
  [`benchtop://task/${ID}`, { to: 'place', hash: `#/chat/${ID}` }],
  [`benchtop://file/${ID}`, { to: 'file', id: ID }],
  ['benchtop://delete/all', null],
  [`benchtop://delete/${ID}`, null],
  ['benchtop://folder/../../etc', null],
  ['benchtop://folder/', null],
  [`benchtop://folder/${ID}/more`, null],
  [`benchtop://folder/${ID}?do=remove`, null],
  [`benchtop://folder/${ID}#now`, null],
  [`benchtop://me@folder/${ID}`, null],
  [`benchtop://folder:1/${ID}`, null],
  [`BENCHTOP://folder/${ID}`, null],
  [`benchtop:folder/${ID}`, null],
  ['javascript:alert(1)', null],
  ['--inspect=0.0.0.0', null],
  [`benchtop://folder/${'a'.repeat(10_000)}`, null],
] as const)('S49 the link %s only leads somewhere, or nowhere', (text, link) => expect(readLink(text)).toEqual(link));

test('S49 no text of anybody leads anywhere but to a screen, or to an id', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('benchtop://', 'folder', 'file', '/', ID, '?', '#', '%2e', '\\', '@'),
  );
  const argument = fc.oneof(
    fc.array(piece).map(parts => parts.join('')),
    fc.anything(),
  );
  fc.assert(
    fc.property(fc.array(argument), args => {
      const link = linkIn(args);
      const target = link === null ? '' : link.to === 'file' ? link.id : link.hash;
      expect(target).toMatch(
        /^(?:|[\da-f-]{36}|#\/(?:[a-z]+|activity\/history|diagnostics\/health|(?:files\/:base|chat)\/[\da-f-]{36}))$/,
      );
    }),
  );
});

test('of the arguments of a start the first link counts', () => {
  expect(linkIn(['--hidden', 'benchtop://nothing', 'benchtop://chat', 'benchtop://settings'])).toEqual({
    to: 'place',
    hash: '#/chat',
  });
});

test('a link that comes before anybody listens is kept, and later ones are heard', () => {
  const links = new IncomingLinks(['--hidden', 'benchtop://chat']);
  links.take(['benchtop://settings']);
  links.take(['nothing']);
  const heard: unknown[] = [];
  expect(links.listen(link => heard.push(link))).toEqual({ to: 'place', hash: '#/settings' });
  links.take(['benchtop://attention']);
  links.take([]);
  expect(heard).toEqual([{ to: 'place', hash: '#/attention' }, null]);
});

test('S01 what every window is made with cannot be changed, and gives a page nothing', () => {
  expect(Object.isFrozen(WEB_PREFERENCES)).toBe(true);
  expect(WEB_PREFERENCES).toEqual({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  });
});

test('a place that the engine names becomes the end of an address', () => {
  expect(hashOfPlace({ mirror: 'm1', folder: '42' })).toBe('#/files/m1/42');
  expect(hashOfPlace({ mirror: 'm1', folder: null })).toBe('#/files/m1');
  expect(hashOfPlace({ base: ID })).toBe(`#/files/:base/${ID}`);
  expect(hashOfPlace(null)).toBe('#/files');
});

test.each([
  ['https://example.org/a?b=1', { url: 'https://example.org/a?b=1', host: 'example.org' }],
  ['https://xn--bcher-kva.example/', { url: 'https://xn--bcher-kva.example/', host: 'xn--bcher-kva.example' }],
  ['https://bücher.example/', { url: 'https://xn--bcher-kva.example/', host: 'xn--bcher-kva.example' }],
  ['https://example.org:8443/', { url: 'https://example.org:8443/', host: 'example.org:8443' }],
  ['mailto:mira@example.org', { url: 'mailto:mira@example.org', host: null }],
  ['mailto:mira@example.org?attach=/etc/passwd', null],
  ['http://example.org/', null],
  ['https://user@example.org/', null],
  ['https://bank.example:pass@evil.example/', null],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['file:///etc/passwd', null],
  ['smb://host/share', null],
  ['ms-msdt:/id PCWDiagnostic', null],
  ['data:text/html,x', null],
  ['vbscript:x', null],
  ['search-ms:query=x', null],
  ['https://exa\nmple.org/', null],
  ['not an address', null],
] as const)('S06 outside goes %s, or not', (text, address) => expect(outsideAddress(text)).toEqual(address));

test.each([
  'setup.exe',
  'Setup.EXE',
  'run.bat',
  'a.ps1',
  'a.vbs',
  'a.lnk',
  'a.hta',
  'Tool.app',
  'a.command',
  'a.sh',
  'a.py',
  'a.desktop',
  'a.jar',
  'macro.xlsm',
  'trailing.exe. ',
  'results.csv.exe',
  'hidden\u202egpj.exe',
  'a.exe\u200e',
  '.exe',
  '.bat. ',
  ...'msc appref-ms rdp iqy slk xlsb xla vsto msix accdb mdb theme searchConnector-ms'
    .split(' ')
    .map(each => `a.${each}`),
  ...'appcontent-ms settingcontent-ms wsb udl cdxml pssc xbap tcsh osas configprofile pyd shs'
    .split(' ')
    .map(each => `a.${each}`),
])('S27 %s could run', name => expect(couldRun(`/lab/${name}`)).toBe(true));

test.each(['trace.mat', 'genome.maf', 'ftir.spl', 'run.xml', 'instrument.ini', 'a.zip', 'results.xlsx', 'notes.html'])(
  'S27 %s is data of a lab and opened',
  name => expect(couldRun(`/lab/${name}`)).toBe(false),
);

test.each(['results.csv', 'exe', 'gel.tif', 'report.docx', 'notes.md', 'run.exe.txt', 'folder', '.bashrc', 'a.pdf'])(
  'S27 %s is opened',
  name => expect(couldRun(`/lab/${name}`)).toBe(false),
);

test.each([
  ['DIRECT', null],
  ['PROXY proxy.lab.example:3128', 'http://proxy.lab.example:3128'],
  ['PROXY a:1; PROXY b:2; DIRECT', 'http://a:1'],
  ['HTTPS secure.example:443', 'https://secure.example:443'],
  ['SOCKS5 old.example:1080; PROXY next.example:80', 'http://next.example:80'],
  ['SOCKS5 old.example:1080', null],
  ['DIRECT; PROXY late.example:1', null],
  ['PROXY user:pass@evil.example:1', null],
  ['PROXY [::1]:3128', 'http://[::1]:3128'],
  ['', null],
  ['PROXY', null],
] as const)('S42 of the system’s answer %s the first proxy that can be used counts', (answer, proxy) =>
  expect(proxyIn(answer)).toBe(proxy),
);
