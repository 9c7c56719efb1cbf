import { Label, Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';

import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  /** One thumb for each; the first is not above the second. */
  readonly values: readonly number[];
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** What each thumb stands for; needed where there are two. */
  readonly thumbs?: readonly string[];
  /** The values in words. */
  readonly shown: string;
  readonly onChange: (values: readonly number[]) => void;
}

/** A number, or two, between two ends. Arrow keys go in steps, page keys in ten. */
export function Slider({ label, values, least, most, step, thumbs = [label], shown, onChange }: SliderProps) {
  return (
    <AriaSlider
      className={styles['slider'] ?? ''}
      value={[...values]}
      minValue={least}
      maxValue={most}
      step={step}
      isDisabled={most <= least}
      onChange={value => onChange(Array.isArray(value) ? (value as number[]) : [value as number])}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <SliderTrack className={styles['track'] ?? ''}>
        {thumbs.map((thumb, at) => (
          <SliderThumb key={thumb} index={at} aria-label={thumb} className={styles['thumb'] ?? ''} />
        ))}
      </SliderTrack>
      <SliderOutput className={styles['output'] ?? ''}>{shown}</SliderOutput>
    </AriaSlider>
  );
}
