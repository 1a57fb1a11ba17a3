// Derives SHA256SUMS and the Homebrew formula from the finished archives. Plain Node, because it also runs after the
// archive for macOS was signed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const sum = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The archives of a folder of packages, as paths inside it. */
const archivesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tgz'))
    .sort();

export function writeChecksums(folder, { version, url }) {
  const lines = archivesIn(folder).map((name) => `${sum(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  // The formula names four archives, so it is written only if all of them were built.
  const missing = formulaPlatforms.filter((platform) => !archiveOf(folder, platform, version));
  if (missing.length === 0) writeFileSync(join(folder, 'pawl.rb'), formula(folder, version, url));
}

const formulaPlatforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

const archiveOf = (folder, platform, version) =>
  archivesIn(folder).find((path) => path.endsWith(`/pawl-${platform}-${version}.tgz`));

function formula(folder, version, url) {
  const archive = (platform) => {
    const path = archiveOf(folder, platform, version);
    return `url "${url}/releases/download/v${version}/${basename(path)}"
      sha256 "${sum(join(folder, path))}"`;
  };
  return `class Pawl < Formula
  desc "The one program that Claude Code's hooks call"
  homepage "${url}"
  version "${version}"
  license "MIT"

  on_macos do
    on_arm do
      ${archive('darwin-arm64')}
    end
    on_intel do
      ${archive('darwin-x64')}
    end
  end

  on_linux do
    on_arm do
      ${archive('linux-arm64')}
    end
    on_intel do
      ${archive('linux-x64')}
    end
  end

  def install
    bin.install "bin/pawl"
  end

  def caveats
    <<~EOS
      Run \`pawl init\`: the client runs a copy in ~/.pawl/bin. \`pawl update\` upgrades both.
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pawl --version")
  end
end
`;
}
