type Name = 'doctorId' | 'doctorName' | 'phone' | 'idCardNumber' | 'hospitalName' | 'departmentName'

/** The doctor of a record, as another record has them. Pure. */
export const personOf = <R extends Readonly<Record<Name, unknown>>>({
  doctorId,
  doctorName,
  phone,
  idCardNumber,
  hospitalName,
  departmentName,
}: R): Pick<R, Name> => ({ doctorId, doctorName, phone, idCardNumber, hospitalName, departmentName })
