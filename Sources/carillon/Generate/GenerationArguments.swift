public import ArgumentParser
public import CarillonGenerate

extension TargetLanguage: ExpressibleByArgument {}
extension GeneratedPart: ExpressibleByArgument {}
extension Access: ExpressibleByArgument {}
