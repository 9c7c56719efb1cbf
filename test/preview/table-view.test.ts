import { expect, test } from 'vitest';

import { AS_FOUND, tableAsks } from '../../renderer/features/preview/table/table-requests.ts';

function opened(text: string) {
  const asks = tableAsks();
  asks.open({ name: 'plate.csv', bytes: new TextEncoder().encode(text), isCut: false, choice: AS_FOUND });
  return asks;
}

const PLATE = 'well;od;note\nB2;0,9;edge\nA1;0,4;\nA2;1,2;=1+1\nC3;0,8;"a;b"\n';

test('a view has the rows that are on show, in their order, as a spreadsheet reads them', () => {
  const asks = opened(PLATE);
  asks.order({ sortBy: 1, isDescending: true, filter: 'A' });
  expect(asks.view({ mostBytes: 1000 }).csv).toBe(
    '\uFEFFwell,od,note\r\nA2,"1,2",\'=1+1\r\nC3,"0,8",a;b\r\nA1,"0,4",\r\n',
  );
});

test('a view that is too large is none', () => {
  const { csv } = opened(PLATE).view({ mostBytes: 1000 });
  const bytes = new TextEncoder().encode(csv ?? '').length;
  expect(opened(PLATE).view({ mostBytes: bytes }).csv).toBe(csv);
  expect(opened(PLATE).view({ mostBytes: bytes - 1 }).csv).toBeNull();
  expect(opened(PLATE).view({ mostBytes: 4 }).csv).toBeNull();
});
