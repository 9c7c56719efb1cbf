import { relative } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { IS_PROOF } from './effort.ts';
import { slashed } from './test-files.ts';
import { usualTimes } from './usual-times.ts';

/** What takes longest begins first, so that nothing is waited for in the end; a new clone knows it by the kept times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = usualTimes(IS_PROOF ? 'proof' : 'everyday');
    const usual = ({ moduleId }: TestSpecification): number =>
      seconds[slashed(relative(this.ctx.config.root, moduleId))] ?? 0;
    return (await super.sort(files)).toSorted((one, other) => usual(other) - usual(one));
  }
}
