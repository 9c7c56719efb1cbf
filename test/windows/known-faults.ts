/**
 * What Benchtop is known to do wrong on Windows. A test of such a thing says what is right, is declared by `test.fails`, and
 * names its fault at the end of its sentence. So it turns red as soon as that is mended: then it becomes a plain test, and a
 * fault without tests leaves this list.
 */
export const KNOWN_FAULTS: { readonly [fault: string]: string } = {};
