import { equal } from 'node:assert/strict'
import { createRequire } from 'node:module'

/** The library that signs passes: a dependency of the pass generator, without types. */
const require = createRequire(import.meta.url)
export const forge = createRequire(require.resolve('passkit-generator'))('node-forge')

/** Reads the files of an uncompressed zip, as passes are, header by header. */
export function filesOf(zip: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    equal(zip.readUInt16LE(at + 8), 0, 'stored')
    const size = zip.readUInt32LE(at + 18)
    const nameLength = zip.readUInt16LE(at + 26)
    const start = at + 30 + nameLength + zip.readUInt16LE(at + 28)
    files[zip.toString('utf8', at + 30, at + 30 + nameLength)] = zip.subarray(start, start + size)
    at = start + size
  }
  return files
}

/** A self-signed certificate in all three parts: enough for everything but a phone. */
function selfSigned() {
  const keys = forge.pki.rsa.generateKeyPair({ bits: 2048 })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = keys.publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date('2020-01-01')
  certificate.validity.notAfter = new Date('2120-01-01')
  const name = [{ name: 'commonName', value: 'Pass Type ID: pass.test.foyer' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(keys.privateKey, forge.md.sha256.create())
  return {
    certificate: forge.pki.certificateToPem(certificate),
    key: forge.pki.privateKeyToPem(keys.privateKey),
  }
}

export const { certificate, key } = selfSigned()
const oneLine = (pem: string) => pem.replaceAll('\r', '').replaceAll('\n', '\\n')
export const APPLE_ENV = {
  APPLE_PASS_TYPE_ID: 'pass.test.foyer',
  APPLE_PASS_TEAM_ID: 'TEAM000001',
  APPLE_PASS_CERTIFICATE: oneLine(certificate),
  APPLE_PASS_KEY: oneLine(key),
  APPLE_PASS_WWDR: oneLine(certificate),
}
