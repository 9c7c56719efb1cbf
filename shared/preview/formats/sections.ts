/**
 * What is shown of a file of measurements or records whose format is neither a text nor a picture by itself: sections, in
 * the order of reading. One model for all these formats, so that the window, the command line and the comparison show a
 * new one without a line of their own.
 */
export interface FileSections {
  readonly sections: readonly Section[];
  /** Whether the file holds more than what is here. */
  readonly isCut: boolean;
}

export type Section =
  | FactsSection
  | LinesSection
  | TableSection
  | TreeSection
  | ChartSection
  | PictureSection
  | ImageSection
  | ChoiceSection;

/** Names and values, such as the keywords of an instrument's run. */
export interface FactsSection {
  readonly is: 'facts';
  /** Empty: it needs none. */
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Lines of text. `prose` is wrapped, `code` and `sequence` are set in a fixed width. */
export interface LinesSection {
  readonly is: 'lines';
  readonly title: string;
  readonly look: 'prose' | 'code' | 'sequence';
  readonly lines: readonly string[];
}

/** Rows of fields, as they are written. */
export interface TableSection {
  readonly is: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  /** Each as long as `columns`. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows the file has; more than `rows` where only the first are here. */
  readonly total: number;
}

/** Things in things, such as the groups of an HDF5 file or the entries of an archive. */
export interface TreeSection {
  readonly is: 'tree';
  readonly title: string;
  readonly nodes: readonly TreeNode[];
}

export interface TreeNode {
  readonly name: string;
  /** What it is, in a few words, such as a shape and a type. Empty: nothing to say. */
  readonly text: string;
  readonly children: readonly TreeNode[];
}

/** Numbers drawn as a picture. */
export interface ChartSection {
  readonly is: 'chart';
  readonly title: string;
  readonly chart: Chart;
}

/** A picture in pixels: one plane of an array, or a picture that the file carries. */
export interface PictureSection {
  readonly is: 'picture';
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel, row by row: red, green, blue, opacity. */
  readonly pixels: Uint8ClampedArray;
  /** What the colours mean, such as the least and the greatest value. Empty: nothing to say. */
  readonly note: string;
}

/** A picture that the file carries as it is, drawn by the browser itself, which runs nothing in it. */
export interface ImageSection {
  readonly is: 'image';
  readonly title: string;
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Something of the file that a person may choose to see; what is chosen comes with the next reading. */
export interface ChoiceSection {
  readonly is: 'choice';
  /** By which a `Wish` names it. */
  readonly id: string;
  readonly title: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** The `id` of the option that the sections are of. */
  readonly chosen: string;
}

/** What a person chose, by the `id` of each choice. */
export type Wish = Readonly<Record<string, string>>;

/** Numbers to be drawn. Points that have no value are NaN. */
export interface Chart {
  /**
   * `lines`: each series along x. `points`: each series as dots. `bars`: one bar for each x, as wide as the step between
   * them, such as a histogram. `sticks`: a thin line up from 0 at each x, such as the peaks of a mass spectrum.
   */
  readonly draws: 'lines' | 'points' | 'bars' | 'sticks';
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** Shared by all series; ascending, but for `points`. */
  readonly xs: ArrayLike<number>;
  readonly series: readonly ChartSeries[];
  /** What a person has to know of it, such as "every 20th of 1,000,000 events". Empty: it shows all there is. */
  readonly note: string;
}

export interface ChartAxis {
  /** With its unit, such as `m/z` or `Time (min)`. */
  readonly label: string;
  /** `time`: milliseconds since 1970 in UTC, and read in UTC, because files say moments without a zone. */
  readonly scale: 'linear' | 'log' | 'time';
}

export interface ChartSeries {
  readonly name: string;
  /** A line among points, such as what was fitted to them. Left out: drawn as the chart is. */
  readonly draws?: 'lines';
  /** As long as `xs`. */
  readonly ys: ArrayLike<number>;
}
