// Recognises the metadata services at which clouds hand out the credentials of a machine.
import { pattern } from './pattern.ts';

/** The metadata services of AWS, Google, Azure, Oracle, Alibaba, Tencent and others, in the spellings a request may use. */
const METADATA = pattern(
  String.raw`
  # The address of AWS, Google, Azure, Oracle and others, and those of containers on AWS.
  (?<![\d.])169\.254\.(?:169\.254|170\.(?:2|23))(?![\d.]*\d)|
  # By name.
  \bmetadata\.(?:google\.internal|tencentyun\.com|packet\.net|platformequinix\.com|ucloud\.cn)|
  \bmetadata(?=\/computeMetadata)|
  # Alibaba.
  (?<![\d.])100\.100\.100\.200\b|
  # Oracle, at an address of its own.
  (?<![\d.])192\.0\.0\.192\b|
  # The same address over IPv6: AWS has one of its own, the other is the address itself as a mapped one.
  fd00:ec2::254|::ffff:a9fe:a9fe|
  # Other spellings of 169.254.169.254 (as one number, in octal, in hexadecimal), and the name that AWS has for it.
  (?<=\/\/)(?:2852039166|0xa9fea9fe|0?251\.0?376\.0?251\.0?376|0xa9\.0xfe\.0xa9\.0xfe|169\.16689662|169\.254\.43518|025177524776|instance-data)\b|
  # The variables that hold the path for a container on AWS.
  \bAWS_CONTAINER_CREDENTIALS_(?:RELATIVE|FULL)_URI\b
`,
  'i',
);

export const namesMetadata = (text: string): boolean => METADATA.test(text);
