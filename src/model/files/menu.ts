import { type GroupLeaves, leaf } from '../language/menu.ts'
import { attach } from './attach.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const filesMenu: readonly GroupLeaves[] = [
  {
    group: 'systemResource',
    after: 'smsLog',
    leaves: [leaf(attach, { icon: 'paperclip', words: 'file, files, upload, image, 文件, 图片, 上传, 凭证' })],
  },
]
