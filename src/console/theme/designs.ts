import type { Label } from '../../model/values/label.ts'

/** Ground of the header or the sidebar: as the page, the main colour, a dark neutral, or a run from the main colour to another hue. */
export type Ground = 'page' | 'main' | 'dark' | 'run'

/** Design of the console apart from light and dark: what its grounds are made of. */
export interface Design {
  readonly title: Label
  /** Hue and chroma of what is grey. */
  readonly hue: number
  readonly tint: number
  readonly header: Ground
  readonly side: Ground
  /** Degrees between the hues of a run. */
  readonly run?: number
  /** Main colour of the design, where a person chose none. */
  readonly colour?: string
  /** Radius of corners, px. */
  readonly radius: number
}

/** Main colour of a new person (specification §9), and the one that older installations stored. */
export const COLOUR = '#1D90A2'
export const COLOUR_PRESETS = [COLOUR, '#9AD94E', '#2F6FDE', '#7A5AE0', '#C2417B', '#C8772B', '#4B5B66'] as const

/** Themes of the picker in the order of the specification (§2). */
export const designs = {
  default: { title: ['默认', 'Default'], hue: 215, tint: 0.005, header: 'page', side: 'page', radius: 6 },
  dark: { title: ['暗色框架', 'Dark frame'], hue: 230, tint: 0.008, header: 'dark', side: 'dark', radius: 6 },
  colourful: { title: ['炫彩', 'Colourful'], hue: 280, tint: 0.009, header: 'run', side: 'page', run: 95, radius: 10 },
  smart: { title: ['智能', 'Smart'], hue: 220, tint: 0.006, header: 'page', side: 'main', radius: 8 },
  iview: { title: ['iView', 'iView'], hue: 265, tint: 0.01, header: 'page', side: 'dark', radius: 4 },
  vip: { title: ['尊享', 'VIP'], hue: 75, tint: 0.009, header: 'dark', side: 'dark', colour: '#A8802F', radius: 3 },
  cool: { title: ['清爽', 'Cool'], hue: 235, tint: 0.016, header: 'run', side: 'dark', run: -70, radius: 8 },
  d2: { title: ['D2', 'D2'], hue: 255, tint: 0.018, header: 'page', side: 'page', radius: 4 },
  hey: { title: ['Hey', 'Hey'], hue: 180, tint: 0.007, header: 'main', side: 'page', radius: 3 },
  lte: { title: ['LTE', 'LTE'], hue: 220, tint: 0.007, header: 'main', side: 'dark', radius: 2 },
} as const satisfies Readonly<Record<string, Design>>

export type DesignName = keyof typeof designs
export const DESIGN_NAMES = Object.keys(designs) as DesignName[]

/** Returns whether a text names a design. */
export const isDesign = (name: unknown): name is DesignName => typeof name === 'string' && Object.hasOwn(designs, name)

/** Returns whether a text is a colour as the picker writes it: `#rrggbb`. */
export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)
