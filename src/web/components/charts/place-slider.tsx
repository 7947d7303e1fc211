import type { RefObject } from "react";

interface Props {
  readonly label: string;
  /** The last place, the one that is pointed at, and that in words. */
  readonly last: number;
  readonly place: number;
  readonly spoken: string;
  readonly onSteer: (place: number) => void;
  readonly onLeave: () => void;
  readonly onFocus?: () => void;
  readonly slider?: RefObject<HTMLInputElement | null>;
}

/** What marks the box around a slider as the one with the keyboard's focus. */
export const sliderFocus =
  "rounded-sm has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent";

/** The crosshair of a chart for the keyboard and screen readers, which alone meet it: a picture holds no controls. */
export function PlaceSlider({ label, last, place, spoken, onSteer, onLeave, onFocus, slider }: Props) {
  return (
    <input
      ref={slider}
      type="range"
      aria-label={label}
      min={0}
      max={last}
      value={place}
      aria-valuetext={spoken}
      onFocus={onFocus}
      onBlur={onLeave}
      onChange={({ target }) => onSteer(Number(target.value))}
      className="sr-only"
    />
  );
}
