// Places - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plugin/Places.h"

namespace racemap {

using namespace clang;

bool Places::presents(SourceLocation L, const map::SourcePoint &P) const {
  PresumedLoc As = Sources.getPresumedLoc(L);
  return As.isValid() && As.getLine() == P.Line && As.getFilename() == P.File;
}

SourceLocation Places::inFileOf(const map::SourcePoint &P) const {
  auto File = Sources.getFileManager().getOptionalFileRef(P.File);
  if (!File || !P.Line)
    return SourceLocation();
  return Sources.translateFileLineCol(&File->getFileEntry(), P.Line,
                                      std::max(1u, P.Column));
}

void Places::indexPresumedLines() {
  Indexed = true;
  for (unsigned I = 0; I < Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().hasLineDirectives())
      continue;
    FileID Id = Sources.getFileID(
        SourceLocation::getFromRawEncoding(Entry.getOffset()));
    unsigned Lines = Sources.getLineNumber(Id, Sources.getFileIDSize(Id));
    for (unsigned Line = 1; Line <= Lines; ++Line) {
      PresumedLoc As =
          Sources.getPresumedLoc(Sources.translateLineCol(Id, Line, 1));
      if (As.isValid())
        Physical[{As.getFilename(), As.getLine()}] = {Id, Line};
    }
  }
}

bool Places::isInSystemHeader(const map::SourcePoint &P) {
  SourceLocation At = find(P);
  return At.isValid() && Sources.isInSystemHeader(At);
}

SourceLocation Places::find(const map::SourcePoint &P) {
  SourceLocation Direct = inFileOf(P);
  if (Direct.isValid() && presents(Direct, P))
    return Direct;
  if (!Sources.hasLineTable())
    return Direct;
  if (!Indexed)
    indexPresumedLines();
  auto Found = Physical.find({P.File, P.Line});
  if (Found == Physical.end())
    return SourceLocation();
  auto [Id, Line] = Found->second;
  return Sources.translateLineCol(Id, Line, std::max(1u, P.Column));
}

} // namespace racemap
