import { expect, test } from 'vitest';

import {
  formatRoute,
  goTo,
  openFiles,
  openFolder,
  parseRoute,
  placeKey,
  placeOf,
  type Route,
  useNavigation,
} from '../../renderer/state/navigation.ts';

test.each<[Route, string]>([
  [{ screen: 'activity', tab: 'now' }, '#/activity/now'],
  [{ screen: 'attention' }, '#/attention'],
  [{ screen: 'connections', tab: 'catalogue' }, '#/connections/catalogue'],
  [{ screen: 'chat', task: null }, '#/chat'],
  [{ screen: 'chat', task: 'a/b' }, '#/chat/a%2Fb'],
  [{ screen: 'settings', section: null }, '#/settings'],
  [{ screen: 'settings', section: 'sync' }, '#/settings/sync'],
  [{ screen: 'organization', tab: 'members', project: null }, '#/organization/members'],
  [{ screen: 'organization', tab: 'projects', project: 'p/1' }, '#/organization/projects/p%2F1'],
  [{ screen: 'zones', place: { name: 'list' } }, '#/zones'],
  [{ screen: 'zones', place: { name: 'kiosk' } }, '#/zones/kiosk'],
  [{ screen: 'zones', place: { name: 'zone', zone: 'z1' } }, '#/zones/z1'],
  [{ screen: 'zones', place: { name: 'safe', zone: 'a/b' } }, '#/zones/a%2Fb/safe'],
  [{ screen: 'zones', place: { name: 'run', zone: 'z1', run: 12 } }, '#/zones/z1/12'],
  [{ screen: 'files', place: null }, '#/files'],
  [{ screen: 'files', place: { mirror: 'm1', folder: null } }, '#/files/m1'],
  [{ screen: 'files', place: { mirror: 'm1', folder: '42' } }, '#/files/m1/42'],
  [{ screen: 'files', place: { mirror: 'a/b', folder: '%2F é' } }, '#/files/a%2Fb/%252F%20%C3%A9'],
])('%j is the address %s and back', (route, hash) => {
  expect(formatRoute(route)).toBe(hash);
  expect(parseRoute(hash)).toEqual(route);
});

test('an address of a part of Activity that there is not shows the history', () =>
  expect(parseRoute('#/activity/x')).toEqual({ screen: 'activity', tab: 'history' }));

test('an address of a part of the organization that there is not shows what it is', () =>
  expect(parseRoute('#/organization/x/y')).toEqual({ screen: 'organization', tab: 'overview', project: null }));

test.each(['', '#', '#/nowhere', 'javascript:alert(1)'])('the address %j is the Files screen [S49]', hash =>
  expect(parseRoute(hash)).toEqual({ screen: 'files', place: null }),
);

test('a broken escape in an address is taken as it stands', () =>
  expect(placeOf('m1/%zz')).toEqual({ mirror: 'm1', folder: '%zz' }));

test('different folders have different keys', () => {
  const keys = [
    { mirror: 'm1', folder: null },
    { mirror: 'm1', folder: '2' },
    { mirror: 'm1/2', folder: null },
  ].map(placeKey);
  expect(new Set(keys).size).toBe(3);
});

test('Files opens where it was left', () => {
  openFolder({ mirror: 'm2', folder: '7' });
  goTo({ screen: 'activity', tab: 'now' });
  openFiles();
  expect(useNavigation.getState().route).toEqual({ screen: 'files', place: { mirror: 'm2', folder: '7' } });
});
