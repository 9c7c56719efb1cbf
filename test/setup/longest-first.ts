import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, and keeps a processor busy all the time: begun first, so that nobody waits for it in the end. */
const LONGEST = [
  'test/main/core/plan.property',
  'test/main/cli/daemon',
  'test/service/service.test',
  'test/ports/real-disk',
  'test/setup/prepare',
  'test/sim/worlds',
  'test/crash/asking',
  'test/crash/receiving',
  'test/crash/sending',
  'test/gallery/gallery',
  'test/end-to-end/bad-input',
  'test/end-to-end/first-run-window',
  'test/end-to-end/window-acting',
  'test/end-to-end/account-window',
  'test/end-to-end/saving',
  'test/end-to-end/two-computers',
  'test/end-to-end/attention',
];

/** On a new clone nobody knows how long anything took: without a word about it, what is longest comes last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex(place => moduleId.includes(`/${place}`));
      return at === -1 ? LONGEST.length : at;
    };
    return rest.toSorted((one, other) => rank(one) - rank(other));
  }
}
