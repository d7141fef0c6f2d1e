import { buffer } from 'node:stream/consumers'
import { writeXlsx } from 'hucre/xlsx'
import { oneOf } from '../../../model/language/conditions/condition.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import type { Download } from '../../../model/language/domain/answer.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { photos, photoTemplate } from '../../../model/people/authenticationDoctorCalls.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError } from '../../core/errors.ts'
import { type Zipped, zipOf } from '../../core/text/zip.ts'
import { FORMATS } from '../../exchange/export/write.ts'
import { uploadedSheet } from '../../exchange/import/uploadedSheet.ts'
import { attachedOf } from '../../files/attached.ts'
import { read } from '../../files/disk.ts'
import { handle } from '../../records/handle.ts'
import { noteLooks } from '../../records/looks.ts'
import type { Reader } from '../../records/reader.ts'

type Doctor = RowOf<typeof authenticationDoctor>

/** Doctors whose photos are exported at once, most: all of them are held in memory. */
const DOCTORS_PER_EXPORT_MAX = 500
/** The columns of the workbook: by the first a doctor is named, the other is for whoever fills it in. */
const COLUMNS = ['code', 'doctorName'] as const

/** Codes of doctors in the first column of a filled-in template. */
async function namedIn(context: ServerContext, actor: Actor, file: string): Promise<string[]> {
  const [, ...rows] = await uploadedSheet(context, actor, file)
  return rows.map(({ cells }) => String(cells[0] ?? '').trim()).filter(Boolean)
}

/** The doctors that are named, each once. @throws AppError 400 naming the first that there is not. */
async function wanted(reader: Reader, ids: readonly string[], names: readonly string[]): Promise<Doctor[]> {
  if (ids.length + names.length === 0)
    throw new AppError(400, ['请选择医生，或上传填写好的模板', 'Choose doctors, or upload the template filled in'])
  if (ids.length + names.length > DOCTORS_PER_EXPORT_MAX)
    throw new AppError(400, [
      `一次最多导出 ${DOCTORS_PER_EXPORT_MAX} 位医生`,
      `At most ${DOCTORS_PER_EXPORT_MAX} doctors at once`,
    ])
  const byId = await reader.rowsById(authenticationDoctor, ids)
  const byCode = names.length > 0 ? await reader.rows(authenticationDoctor, { where: [oneOf('code', names)] }) : []
  const known = new Set([...byId.map((d) => d.id), ...byCode.map((d) => d.code)])
  const missing = [...ids, ...names].find((name) => !known.has(name))
  if (missing !== undefined) throw new AppError(400, [`没有医生“${missing}”`, `There is no doctor “${missing}”`])
  return [...new Map([...byId, ...byCode].map((d) => [d.id, d])).values()]
}

/** A file name without what no folder takes. */
const fileName = (text: string): string => text.replace(/[\\/:*?"<>|\p{C}]/gu, '_')

/** The photos of doctors as files, named by the doctor; those who have none are named in a list. */
async function filesOf(context: ServerContext, actor: Actor, doctors: readonly Doctor[]): Promise<Zipped[]> {
  const held = await attachedOf(
    context,
    actor.tenantId,
    doctors.flatMap((d) => (d.idPhoto ? [d.idPhoto] : [])),
  )
  const files: Zipped[] = []
  const without: string[] = []
  for (const d of doctors) {
    const called = `${d.code ?? ''} ${d.doctorName}`.trim()
    const found = d.idPhoto ? held.get(d.idPhoto) : undefined
    const stream = found && (await read(context, actor.tenantId, found.name))
    if (found && stream)
      files.push({
        name: fileName(`${called}${found.name.slice(found.name.lastIndexOf('.'))}`),
        bytes: await buffer(stream),
      })
    else without.push(called)
  }
  if (files.length === 0)
    throw new AppError(409, [
      '所选医生都没有证件照，请先在医生资料中上传',
      'None of the doctors has a photo: upload it at the doctor first',
    ])
  if (without.length > 0)
    files.push({
      name: label(['无证件照.txt', 'without a photo.txt'], actor.language),
      bytes: Buffer.from(`\ufeff${without.join('\r\n')}\r\n`, 'utf8'),
    })
  return files
}

/** 3.8: photos of doctors as one archive: of those who were chosen, or whom a filled-in template names. */
export const idPhotoCalls = [
  handle(photoTemplate, async ({ actor }): Promise<Download> => {
    const say = (text: readonly [string, string]) => label(text, actor.language)
    const bytes = await writeXlsx({
      sheets: [
        {
          name: say(['证件照名单', 'Doctors']),
          rows: [COLUMNS.map((name) => say(authenticationDoctor.fields[name].label))],
        },
      ],
    } as never)
    return { name: say(['证件照导出模板.xlsx', 'photos-template.xlsx']), type: FORMATS.xlsx, bytes }
  }),
  handle(photos, async ({ body, reader, context, actor }): Promise<Download> => {
    const ids = (body.ids ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean)
    if (!ids.every(isId)) throw new AppError(400, ['医生编号无效', 'An id is none'], { ids: '医生编号无效' })
    if (body.fileUrl && !isId(body.fileUrl))
      throw new AppError(400, ['名单文件不存在，请重新上传', 'The list does not exist; please upload it again'], {
        fileUrl: '名单文件不存在',
      })
    const names = body.fileUrl ? await namedIn(context, actor, body.fileUrl) : []
    const doctors = await wanted(reader, [...new Set(ids)], [...new Set(names)])
    const bytes = zipOf(await filesOf(context, actor, doctors))
    await noteLooks(
      context,
      actor,
      authenticationDoctor,
      'export',
      doctors.map((d) => d.id),
    )
    return { name: label(['证件照.zip', 'photos.zip'], actor.language), type: 'application/zip', bytes }
  }),
]
