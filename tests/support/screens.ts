export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const desktop: Screen = { width: 1280, height: 900 };
export const phone: Screen = { width: 360, height: 780 };
