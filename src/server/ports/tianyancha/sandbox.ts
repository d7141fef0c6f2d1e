import { createHash } from 'node:crypto'
import { creditCheck } from '../../../model/values/officialNumbers.ts'
import { PortError } from '../portError.ts'
import type { Tianyancha } from './port.ts'

/** A number that a name always has, below 2^32. */
const numberOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0)

/** A credit code of region 99, which does not exist, with a valid check character. */
function codeOf(n: number): string {
  const body = `91990000MA${String(n % 10_000_000).padStart(7, '0')}`
  return `${body}${creditCheck(body)}`
}

/**
 * A register that answers by the name, without clock or memory (domain §7): a company that is known here is as it is known,
 * one of three of them with another legal person and capital; any other is made up of its name. Names with 不存在 are not in
 * it, those with 吊销 have lost their licence.
 */
export const sandbox = (): Tianyancha => ({
  baseInfo: {
    async call({ name, known }) {
      const company = name ?? ''
      if (company.includes('不存在')) throw new PortError('REJECTED', 'sandbox: not in the register', 'NOT_FOUND')
      const n = numberOf(company)
      const [own] = known ?? []
      const made = {
        creditCode: codeOf(n),
        legalPerson: `${'王李张刘陈'.charAt(n % 5)}登记`,
        regCapital: `${1 + (n % 50)}00万元人民币`,
        estDate: `20${String(10 + (n % 12))}-0${1 + (n % 9)}-15`,
        address: '示例省示例市登记路1号',
        scope: '药品、医疗器械的研发与销售；医学信息咨询。',
      }
      const moved = own && n % 3 === 0 ? { legalPerson: made.legalPerson, regCapital: made.regCapital } : {}
      const creditCode = own?.creditCode ?? made.creditCode
      const regStatus = company.includes('吊销') ? '吊销' : '存续'
      return { ...made, ...own, ...moved, name: company, creditCode, regStatus }
    },
    async find() {
      return { state: 'absent' }
    },
  },
})
