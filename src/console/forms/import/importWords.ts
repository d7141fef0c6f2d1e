import { IMPORT_BYTES, IMPORT_ROWS } from '../../../model/language/fields/imports.ts'
import { type Label, type Language, label } from '../../../model/values/label.ts'

const ROWS = IMPORT_ROWS.toLocaleString('en')
const MB = IMPORT_BYTES / 1048576

/** Words of the import dialog: they come with it, not with the first screen. */
const WORDS = {
  title: ['导入{title}', 'Import {title}'],
  choose: ['选择文件', 'Choose a file'],
  hint: [
    `可拖入或粘贴 · xlsx 或 csv，最多 ${ROWS} 行、${MB} MB`,
    `or drop or paste it here · xlsx or csv, ${ROWS} rows and ${MB} MB at most`,
  ],
  template: ['下载模板', 'Download the template'],
  columns: ['文件的列（* 为必填）', 'Columns of the file (* required)'],
  sending: ['正在上传 {name} {percent}%', 'Sending {name} {percent} %'],
  checking: ['正在核对 {done} / {total} 行', 'Checking row {done} of {total}'],
  applying: ['正在导入 {done} / {total} 行', 'Importing row {done} of {total}'],
  stop: ['停止', 'Stop'],
  another: ['换一个文件', 'Another file'],
  refused: ['下载错误行', 'Download the refused rows'],
  all: ['共 {total} 行，都可以导入', 'All {total} rows can be imported'],
  some: [
    '共 {total} 行：可导入 {good} 行，{wrong} 行有错误',
    '{total} rows: {good} can be imported, {wrong} are refused',
  ],
  none: ['共 {total} 行都有错误，请修改后重新上传', 'All {total} rows are refused: mend them and send the file again'],
  earlier: [
    '{by} 已于 {at} 导入过同一文件（{applied} 行），再次导入会重复新增。',
    '{by} imported this very file at {at} ({applied} rows); importing it again adds the rows again.',
  ],
  ignored: ['不导入的列：{columns}', 'Columns that are not taken over: {columns}'],
  sample: ['前 {n} 行', 'The first {n} rows'],
  faults: ['错误', 'What is refused'],
  firstFaults: ['前 {n} 处错误', 'The first {n} faults'],
  row: ['行', 'Row'],
  column: ['列', 'Column'],
  why: ['原因', 'Reason'],
  apply: ['导入 {good} 行', 'Import {good} rows'],
  applyAgain: ['再次导入 {good} 行', 'Import {good} rows again'],
  done: ['已导入 {applied} 行', '{applied} rows imported'],
  doneSome: ['已导入 {applied} 行，{wrong} 行未导入', '{applied} rows imported, {wrong} were refused'],
  stopped: ['已停止：已导入 {applied} 行，其余未导入', 'Stopped: {applied} rows were imported, the others were not'],
  failed: ['导入失败：{why}', 'The import failed: {why}'],
  failedSome: ['已导入 {applied} 行后失败：{why}', 'The import failed after {applied} rows: {why}'],
  close: ['关闭', 'Close'],
  cancel: ['取消', 'Cancel'],
} as const satisfies Readonly<Record<string, Label>>

/** A word of the import dialog, with what stands in its braces. */
export const importMessage = (
  language: Language,
  word: keyof typeof WORDS,
  given: Readonly<Record<string, string | number>> = {},
): string => label(WORDS[word], language).replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? ''))
