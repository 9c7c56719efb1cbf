/**
 * What Benchtop is known to do wrong on Windows. A test of such a thing says what is right, is declared by `test.fails`, and
 * names its fault at the end of its sentence. So it turns red as soon as that is mended: then it becomes a plain test, and a
 * fault without tests leaves this list.
 */
export const KNOWN_FAULTS: { readonly [fault: string]: string } = {
  W1: 'names that the volume takes for one are not kept apart',
  W2: 'things of one name on the volume are created again and again',
  W3: 'a file that another program has open is fetched again and again, and told with a wrong reason',
  W4: 'names that Windows refuses are not mapped',
  W10: 'a rename is believed without looking whether the disk did it',
};
