import { expect, test } from 'vitest';

import type { Tester } from './subject.ts';

const UNKNOWN = '7f0c1c52-3f0e-4b1d-9a6e-ffffffffffff';

/** Wire facts, section 4: proposals of auto-tidy, as far as none is made; making them is tested with the service itself. */
export function reviews(service: Tester): void {
  test('where nothing is proposed the list is an empty page, in every status', async () => {
    for (const query of ['', '?status=pending', '?Status=Approved', '?status=rejected', '?status=ALL']) {
      expect(await service.ask('GET', `/kb-review-items${query}`)).toMatchObject({
        status: 200,
        json: { items: [], totalCount: 0, page: 1, hasNextPage: false },
      });
    }
    expect(await service.ask('GET', '/kb-review-items?status=maybe')).toMatchObject({ status: 400 });
  });

  test.each(['approve', 'reject'])('nobody can %s what was never proposed', async action => {
    expect(await service.ask('POST', `/kb-review-items/${UNKNOWN}/${action}`)).toMatchObject({ status: 404 });
    expect(await service.ask('POST', `/kb-review-items/none/${action}`)).toMatchObject({ status: 400 });
  });
}
