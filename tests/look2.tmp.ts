import { client } from './browser/api.ts'
const c = await client('http://localhost:4220', 'ops')
const l = await c.post<any>('blade-act/caseCollectionReport/list', { approvalStatus_equal: 0, size: 100, current: 1 })
for (const r of (l as any).data.records) {
  const e: any = await c.get('rounds/evidence', { resource: 'caseCollectionReport', id: r.id })
  if (e.data.files?.length) console.log(r.id, r.codeNumber, e.data.files.map((f: any) => `${f.title}:${f.name}:${f.extension}:${f.size}`).join(' '))
}
const one = (l as any).data.records[0]
console.log(JSON.stringify(await c.get('rounds/alike', { resource: 'caseCollectionReport', id: one.id })).slice(0, 600))
