import type { baiduFace } from '../../../model/people/baiduFace.ts'
import type { AdapterOf } from '../adapter.ts'

/** Whoever checks faces, names and numbers. */
export type BaiduFace = AdapterOf<typeof baiduFace>
