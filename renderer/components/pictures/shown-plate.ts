import type { PlateContrast } from '../../../shared/preview/plate/plate-figures.ts';

/** What is shown of a plate: a layer, or how far another is from it. */
export interface ShownPlate {
  readonly title: string;
  readonly values: Float64Array;
  /** As written; empty where it was worked out. */
  readonly texts: readonly string[];
  readonly by: 'value' | PlateContrast;
}
