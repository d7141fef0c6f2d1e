import { buffer } from 'node:stream/consumers'
import { pointsProblem } from '../../model/language/fields/fileTypes.ts'
import type { ServerContext } from '../core/context/context.ts'
import { attachedOf } from '../files/attached.ts'
import { read } from '../files/disk.ts'
import { pictureSize } from '../files/pictureSize.ts'
import type { Paper, Picture } from './paper.ts'

/** Bytes that the pictures of one document may hold together: the process that draws keeps all of them. */
const PICTURE_BYTES_MAX = 256 * 1024 * 1024
/** Bytes that one picture of a document may unpack to: 16 million points with transparency. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024
/** Uploadable picture types that a document can embed. */
const DRAWN = /\.(jpe?g|png)$/

/** Bytes of a picture, or the reason why it is not in the document; `room`: bytes that there is still room for. */
async function fetched(
  context: ServerContext,
  tenantId: string,
  picture: Picture,
  name: string | undefined,
  room: number,
): Promise<Picture> {
  if (picture.attachId === null) return { ...picture, missing: '未上传' }
  if (!name || !DRAWN.test(name)) return { ...picture, missing: '图片格式不支持' }
  const stream = await read(context, tenantId, name)
  if (!stream) return { ...picture, missing: '图片已丢失' }
  const bytes = await buffer(stream)
  const size = pictureSize(bytes)
  if (!size) return { ...picture, missing: '图片无法读取' }
  // JPEG stands in a document as it is; of PNG, transparency is taken apart point by point
  const large = pointsProblem(size.width, size.height) || (name.endsWith('png') && size.unpacked > UNPACKED_BYTES_MAX)
  return large || bytes.length > room ? { ...picture, missing: '图片过大，请单独查看' } : { ...picture, bytes }
}

/** Document with the bytes of its pictures. Pictures that cannot be drawn are replaced by a text that says why. */
export async function withPictures(context: ServerContext, tenantId: string, paper: Paper): Promise<Paper> {
  const ids = paper.parts.flatMap((part) =>
    part.kind === 'pictures' ? part.pictures.flatMap(({ attachId }) => attachId ?? []) : [],
  )
  const stored = await attachedOf(context, tenantId, ids)
  let room = PICTURE_BYTES_MAX
  const parts = []
  for (const part of paper.parts) {
    if (part.kind !== 'pictures') {
      parts.push(part)
      continue
    }
    const pictures = []
    for (const picture of part.pictures) {
      const one = await fetched(context, tenantId, picture, stored.get(picture.attachId ?? '')?.name, room)
      room -= one.bytes?.length ?? 0
      pictures.push(one)
    }
    parts.push({ ...part, pictures })
  }
  return { ...paper, parts }
}
